import { readCertificates } from '../certificates/certificate.js';
import type { ProxyObjection } from '../model/intent/expose.js';
import type { RouteTLS } from '../model/route.js';
import { rawPem } from './clean-pem.js';

/**
 * Returns the problems for which HAProxy does not load the certificates of a Route (measured with HAProxy 2.6). Without
 * extended validation nothing else checks them.
 */
export function findProxyObjections(tls: RouteTLS): ProxyObjection[] {
  const { termination } = tls;
  const isShown = termination === 'edge' || termination === 'reencrypt';
  const ofCertificate = isShown && tls.certificate !== '' ? certificateProblem(tls) : undefined;
  const isChecked = termination === 'reencrypt' && tls.destinationCACertificate !== '';
  const ofServers = isChecked ? authoritiesProblem(tls.destinationCACertificate) : undefined;
  return [
    ...(ofCertificate === undefined ? [] : [{ field: 'certificate', problem: ofCertificate } as const]),
    ...(ofServers === undefined ? [] : [{ field: 'destinationCACertificate', problem: ofServers } as const]),
  ];
}

/**
 * Returns a problem of the key, the certificate and its authorities. The router and the proxy read them as one file.
 */
function certificateProblem({ certificate, key, caCertificate, isKeyWithheld }: RouteTLS): string | undefined {
  const { certificates, isMalformed } = readCertificates([key, certificate, caCertificate].join('\n'));
  const [first] = certificates;
  if (isMalformed) return 'a certificate is malformed';
  if (!first) return 'there is no certificate';
  const weak = certificates.find(({ weakHash, isSelfSigned }) => weakHash !== undefined && !isSelfSigned);
  if (weak) return `a certificate is signed with ${weak.weakHash ?? ''}`;
  if (isKeyWithheld) return undefined;
  const own = [key, certificate].flatMap((text) => rawPem(text).keys).find((one) => one !== undefined);
  if (!own) return 'there is no private key that it can read';
  const publicKey = first.x509.publicKey.export({ format: 'der', type: 'spki' });
  return publicKey.equals(own.publicKey) ? undefined : 'the private key does not belong to the first certificate';
}

function authoritiesProblem(text: string): string | undefined {
  const { certificates, isMalformed } = readCertificates(text);
  if (isMalformed) return 'a certificate is malformed';
  return certificates.length === 0 ? 'there is no certificate' : undefined;
}
