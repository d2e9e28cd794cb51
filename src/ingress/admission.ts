import { rawPem } from './clean-pem.js';
import type { Cluster } from '../model/cluster.js';
import type { IngressController } from '../model/ingress-controller.js';
import type { RouteResource } from '../model/route.js';
import { createDomainClaims, rejectRouteHost } from './admit-host.js';
import { compareAge } from './age.js';
import { isOn } from './environment.js';
import { type RoutePem, validateTLS } from './extended-validation.js';
import { type Secrets, checkExternalCertificate, withExternalCertificate } from './external-certificate.js';
import { type FieldError, joinErrors } from './field-error.js';
import { findProxyObjections } from './proxy-objections.js';
import type { Rejection } from './refusal.js';
import { selectShard } from './shard.js';
import { createHostClaims, rejectHostName } from './unique-host.js';

/** Decision of a router about a Route. */
export interface Admission {
  /** Route with the host that the router assigns. */
  readonly route: RouteResource;
  /** If unset, the router serves the Route. */
  readonly refusal?: Rejection;
  /**
   * True if the Route keeps its claim, so that no younger Route gets its host, even if the Route itself is not served.
   */
  readonly holdsClaim: boolean;
  /** PEM texts that the Route is served with. */
  readonly pem: RoutePem;
}

/**
 * Returns the decisions of the routers of a controller about all Routes of their shard, oldest first: hosts, claims,
 * certificates. Every router makes them after a restart. See the plugin chain of the OpenShift router.
 */
export function admitRoutes(
  routes: readonly RouteResource[],
  controller: IngressController,
  cluster: Cluster,
  secrets: Secrets,
): readonly Admission[] {
  const claimDomain = createDomainClaims(controller);
  const claimHost = createHostClaims(controller);
  const hasWildcards = isOn(controller, 'ROUTER_ALLOW_WILDCARD_ROUTES');
  return selectShard(routes, controller, cluster)
    .sort(compareAge)
    .map((route): Admission => {
      const unfit = rejectRouteHost(route, controller);
      const domain = !unfit && hasWildcards && route.host !== '' ? claimDomain(route) : undefined;
      if (domain) return { route, refusal: domain, holdsClaim: false, pem: {} };
      const early = rejectHostName(route) ?? unfit;
      // The certificates of a rejected Route are still checked, because its status reports them instead of the host.
      if (early) return { route, refusal: extendedRejection(route, controller) ?? early, holdsClaim: false, pem: {} };
      const taken = claimHost(route);
      if (taken) return { route, refusal: taken, holdsClaim: false, pem: {} };
      return { route, holdsClaim: true, ...admitTLS(route, controller, secrets) };
    });
}

function extendedRejection({ tls }: RouteResource, controller: IngressController): Rejection | undefined {
  if (!tls || !isExtended(controller)) return undefined;
  const { errors } = validateTLS(tls);
  return errors.length === 0 ? undefined : reject('ExtendedValidationFailed', errors);
}

function isExtended(controller: IngressController): boolean {
  return isOn(controller, 'EXTENDED_VALIDATION', true);
}

function admitTLS(
  route: RouteResource,
  controller: IngressController,
  secrets: Secrets,
): { readonly refusal?: Rejection; readonly pem: RoutePem } {
  const isExternal = isOn(controller, 'ROUTER_ENABLE_EXTERNAL_CERTIFICATE', true);
  const external = isExternal ? checkExternalCertificate(route, secrets, controller.deniedSecrets) : [];
  if (external.length > 0) return { refusal: reject('ExternalCertificateValidationFailed', external), pem: {} };
  const { tls } = isExternal ? withExternalCertificate(route, secrets) : route;
  if (!tls) return { pem: {} };
  if (!isExtended(controller)) return { pem: uncheckedPem(tls) };
  const { errors, pem } = validateTLS(tls);
  return errors.length === 0 ? { pem } : { refusal: reject('ExtendedValidationFailed', errors), pem: {} };
}

function reject(reason: Rejection['reason'], errors: readonly FieldError[]): Rejection {
  return { reason, message: joinErrors(errors), pointer: errors[0]?.pointer ?? '/spec/tls' };
}

/** Returns the PEM texts of a Route without extended validation: the key, then the certificate. */
function uncheckedPem(tls: NonNullable<RouteResource['tls']>): RoutePem {
  const [certificate, key] = [rawPem(tls.certificate), rawPem(tls.key)];
  const both = { ...certificate, blocks: [...key.blocks, ...certificate.blocks] };
  const objections = findProxyObjections(tls);
  return {
    ...(objections.length === 0 ? {} : { objections }),
    ...(tls.certificate === '' ? {} : { certificate: both }),
    ...(tls.caCertificate === '' ? {} : { caCertificate: rawPem(tls.caCertificate) }),
    ...(tls.destinationCACertificate === '' ? {} : { destinationCACertificate: rawPem(tls.destinationCACertificate) }),
  };
}
