import type { Loss } from '../kinds/kind.js';
import type { Cause } from '../model/intent/cause.js';
import type { Claim, Expectation } from './expectation.js';
import type { Packet } from './packet.js';

/** What is found of one expectation. */
export interface Verdict {
  readonly expectation: Expectation;
  /** In the order in which the expectation claims them. Empty: it holds. */
  readonly breaches: readonly Breach[];
}

/** Why an expectation does not hold. */
export type Breach =
  /** Nobody is meant by a field. */
  | { readonly type: 'nobody'; readonly field: 'from' | 'to' | 'egressIPs' }
  /** A packet that filters treat otherwise. */
  | { readonly type: 'filtered'; readonly claim: Claim; readonly packet: Packet }
  /** A packet that leaves otherwise. */
  | ExitBreach
  /** A packet with another mark; absent: the pod's own. */
  | {
      readonly type: 'marked';
      readonly claim: Claim;
      readonly packet: Packet;
      readonly dscp?: number;
      readonly cause?: Cause;
    }
  /** An EgressIP that has no address of a family, now or once a node has failed. */
  | { readonly type: 'lost'; readonly loss: Loss };

/** A packet that leaves with a value that is none of those that were promised, or that nobody knows. */
export interface ExitBreach {
  readonly type: 'exit';
  readonly claim: Claim;
  readonly packet: Packet;
  readonly value: string;
  readonly isUnknown: boolean;
  readonly causes: readonly Cause[];
}
