import type { Origin } from '../manifest.js';

/** The custom resource, and the rule in it, that an intent comes from. */
export interface Cause {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly origin: Origin;
  /** JSON pointer of the rule inside the resource. */
  readonly pointer: string;
}
