import type { Family } from '../net/address.js';
import type { Zone } from '../trace/zone.js';
import type { Point } from '../traffic/filters/address-range.js';

/** A place of the packets that a pod sends (`to`) or receives (`from`) in a family. */
export interface RowPlace {
  readonly zone: Zone;
  readonly inport: string | undefined;
  readonly outport: string | undefined;
  readonly direction: 'to' | 'from';
  readonly family: Family;
  /** The address of the pod, canonical text. */
  readonly own: string;
  /** The address of the pod. */
  readonly value: Point;
}
