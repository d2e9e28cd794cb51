import type { RouteResource } from '../model/route.js';

/** Rejection of a Route by a router: the reason and message of the condition `Admitted`. */
export interface Rejection {
  readonly reason:
    | 'RouteNotAdmitted'
    | 'HostAlreadyClaimed'
    | 'NoHostValue'
    | 'InvalidHost'
    | 'ExternalCertificateValidationFailed'
    | 'ExtendedValidationFailed';
  readonly message: string;
  /** Location of the cause in the Route. */
  readonly pointer: string;
  /** Route that owns the claim. If unset, the rejection is not about a claim. */
  readonly owner?: RouteResource;
}
