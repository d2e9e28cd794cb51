import type { IngressController } from '../model/ingress-controller.js';
import type { RouteResource } from '../model/route.js';
import type { Secret } from '../model/secret.js';
import { type FieldError, forbidden, invalid, notFound } from './field-error.js';

const FIELD = 'spec.tls.externalCertificate';
/** Type of a Secret with a certificate and its key. */
export const TLS_SECRET = 'kubernetes.io/tls';

/** Secrets of the input. In a namespace without any, every Secret is unknown. */
export interface Secrets {
  readonly byName: ReadonlyMap<string, Secret>;
  readonly namespaces: ReadonlySet<string>;
}

/**
 * Returns the reasons why the API server, and later the router, rejects the Secret of a Route. In a namespace without
 * Secrets in the input, a missing Secret is no error, because Secrets do not belong in a repository.
 */
export function checkExternalCertificate(
  { namespace, tls }: RouteResource,
  secrets: Secrets,
  deniedSecrets: IngressController['deniedSecrets'],
): FieldError[] {
  const name = tls?.externalCertificate ?? '';
  if (name === '') return [];
  const key = `${namespace}/${name}`;
  const denied = deniedSecrets.has(key)
    ? ['get', 'watch', 'list'].map((verb) =>
        forbidden(FIELD, `router serviceaccount does not have permission to ${verb} this secret`),
      )
    : [];
  const secret = secrets.byName.get(key);
  if (!secret)
    return secrets.namespaces.has(namespace) ? [...denied, notFound(FIELD, `secrets "${name}" not found`)] : denied;
  return secret.type === TLS_SECRET
    ? denied
    : [...denied, invalid(FIELD, name, `secret of type "${TLS_SECRET}" required`)];
}

/** Returns a Route with the certificate and key of its Secret in their fields, as the router validates it. */
export function withExternalCertificate(route: RouteResource, secrets: Secrets): RouteResource {
  const { namespace, tls } = route;
  const secret = tls && secrets.byName.get(`${namespace}/${tls.externalCertificate}`);
  if (!tls || tls.externalCertificate === '' || !secret) return route;
  return {
    ...route,
    tls: { ...tls, certificate: secret.certificate ?? '', key: secret.key ?? '', isKeyWithheld: false },
  };
}
