import type { Change } from './change.js';
import type { JsonObject } from '../std/json.js';

/** The request that makes a change come true. */
export type ClusterStep =
  /** Server-side apply, of the status alone with `subresource`. */
  | { readonly step: 'apply'; readonly object: JsonObject; readonly live?: JsonObject; readonly subresource?: 'status' }
  /** A JSON patch of an object as it was read. */
  | { readonly step: 'patch'; readonly live: JsonObject; readonly operations: readonly JsonObject[] }
  | { readonly step: 'remove'; readonly live: JsonObject }
  /** The object that is to get fields does not exist, and Weir does not create it: nothing can be written. */
  | { readonly step: 'await'; readonly object: string }
  /** Managed by another owner: nothing is written. */
  | { readonly step: 'none' };

export interface PlannedChange {
  readonly change: Change;
  readonly step: ClusterStep;
}
