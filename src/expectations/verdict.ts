import type { Loss } from '../kinds/contract/kind-placement.js';
import type { Gap } from '../model/gap.js';
import type { Report } from '../model/diagnostic.js';
import type { Cause } from '../model/intent/cause.js';
import type { ManifestLocation } from '../model/manifest.js';
import type { ExposedUrl } from '../requests/exposed.js';
import type { ExpectedClaim } from './expectation.js';
import type { CheckedPacket } from './packet.js';

/** Result of an expectation. */
export interface ExpectationVerdict {
  /** Name of the expectation, or of the object that states it. */
  readonly name: string;
  readonly place: ManifestLocation;
  /** `repository`: an expectation of the repository. `cluster`: an object that the cluster probes. */
  readonly source: 'repository' | 'cluster';
  /** Reasons why it fails or is unproven. If empty, it holds. */
  readonly reports: readonly Report[];
  /** Doubts about an expectation that holds. */
  readonly notes: readonly Report[];
}

/** A reason why an expectation fails. */
export type ExpectationFailure =
  /** A field selects nothing. */
  | { readonly type: 'nobody'; readonly field: 'from' | 'to' | 'egressIPs' }
  /** No ingress controller is known. */
  | { readonly type: 'unanswered'; readonly field: 'exposed' | 'host' }
  /** A URL that is reachable from outside. */
  | { readonly type: 'exposed'; readonly url: ExposedUrl }
  /** Requests that do not reach the expected Services. */
  | ElsewhereBreach
  /** A packet that filters treat differently than expected. */
  | { readonly type: 'filtered'; readonly claim: ExpectedClaim; readonly packet: CheckedPacket }
  /** A packet that leaves differently than expected. */
  | ExitBreach
  /** A packet with another DSCP value. If `dscp` is unset, it has the pod's own. */
  | {
      readonly type: 'marked';
      readonly claim: ExpectedClaim;
      readonly packet: CheckedPacket;
      readonly dscp?: number;
      readonly cause?: Cause;
    }
  /** An EgressIP without an address of a family, currently or after a node failure. */
  | { readonly type: 'lost'; readonly loss: Loss };

/** Requests that do not reach a Service, or not only the expected ones. */
export interface ElsewhereBreach {
  readonly type: 'elsewhere';
  /** A clause. */
  readonly why: string;
  readonly causes: readonly Cause[];
}

/** A packet that leaves with an unexpected or unknown value. */
export interface ExitBreach {
  readonly type: 'exit';
  readonly claim: ExpectedClaim;
  readonly packet: CheckedPacket;
  readonly value: string;
  readonly isUnknown: boolean;
  /** Gaps of the inventory, if they are the reason. */
  readonly missing?: readonly Gap[];
  readonly causes: readonly Cause[];
}
