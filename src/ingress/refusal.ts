import type { RouteResource } from '../model/route.js';

/** Why a router refuses a Route: the reason and message of the condition `Admitted`. */
export interface Rejection {
  readonly reason:
    | 'RouteNotAdmitted'
    | 'HostAlreadyClaimed'
    | 'NoHostValue'
    | 'InvalidHost'
    | 'ExternalCertificateValidationFailed'
    | 'ExtendedValidationFailed';
  readonly message: string;
  /** Where in the Route the cause is. */
  readonly pointer: string;
  /** The Route that holds the claim. */
  readonly owner?: RouteResource;
}
