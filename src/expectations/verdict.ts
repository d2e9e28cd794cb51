import type { Loss } from '../kinds/kind.js';
import type { Gap } from '../model/gap.js';
import type { Report } from '../model/diagnostic.js';
import type { Cause } from '../model/intent/cause.js';
import type { ManifestLocation } from '../model/manifest.js';
import type { ExposedUrl } from '../requests/exposed.js';
import type { ExpectedClaim } from './expectation.js';
import type { CheckedPacket } from './packet.js';

/** What is found of an expectation. */
export interface ExpectationVerdict {
  /** That of the expectation, or of the object that is one. */
  readonly name: string;
  readonly place: ManifestLocation;
  /** Whether it is one of the repository, or an object that the cluster probes. */
  readonly source: 'repository' | 'cluster';
  /** Why it does not hold, or is not proven. Empty: it holds. */
  readonly reports: readonly Report[];
  /** What is suspicious about it though it holds. */
  readonly notes: readonly Report[];
}

/** Why an expectation does not hold. */
export type ExpectationFailure =
  /** Nobody is meant by a field. */
  | { readonly type: 'nobody'; readonly field: 'from' | 'to' | 'egressIPs' }
  /** No ingress controller is known. */
  | { readonly type: 'unanswered'; readonly field: 'exposed' | 'host' }
  /** A URL that is reachable from outside. */
  | { readonly type: 'exposed'; readonly url: ExposedUrl }
  /** Requests that get somewhere else than to the promised Services. */
  | ElsewhereBreach
  /** A packet that filters treat otherwise. */
  | { readonly type: 'filtered'; readonly claim: ExpectedClaim; readonly packet: CheckedPacket }
  /** A packet that leaves otherwise. */
  | ExitBreach
  /** A packet with another mark; absent: the pod's own. */
  | {
      readonly type: 'marked';
      readonly claim: ExpectedClaim;
      readonly packet: CheckedPacket;
      readonly dscp?: number;
      readonly cause?: Cause;
    }
  /** An EgressIP that has no address of a family, now or once a node has failed. */
  | { readonly type: 'lost'; readonly loss: Loss };

/** Requests that get nowhere, or not only to the promised Services. */
export interface ElsewhereBreach {
  readonly type: 'elsewhere';
  /** As a clause. */
  readonly why: string;
  readonly causes: readonly Cause[];
}

/** A packet that leaves with a value that is none of those that were promised, or that nobody knows. */
export interface ExitBreach {
  readonly type: 'exit';
  readonly claim: ExpectedClaim;
  readonly packet: CheckedPacket;
  readonly value: string;
  readonly isUnknown: boolean;
  /** What the inventory lacks, if that is why. */
  readonly missing?: readonly Gap[];
  readonly causes: readonly Cause[];
}
