import { readCertificates } from '../certificates/certificate.js';
import type { PrivateKey } from '../certificates/private-key.js';
import type { CleanPem } from './clean-pem.js';
import type { Refuse } from './tls-rules.js';

const NO_CONTENT = 'the PEM content cannot be null';

/**
 * OpenShift router: a certificate needs its private key, in either field. Returns both as they are written to one file, keys
 * first; undefined where they do not match.
 */
export function checkKeyPair(certificate: CleanPem, key: CleanPem, refuse: Refuse): CleanPem | undefined {
  const keyTypes = [...certificate.blocks.filter(isPrivate), ...key.blocks];
  if (keyTypes.length === 0) {
    refuse('key', 'no key specified', '');
    return undefined;
  }
  const certificateTypes = certificate.blocks.filter((type) => !isPrivate(type));
  const foreign = keyTypes.filter((type) => !isPrivate(type));
  if (certificateTypes.length === 0) refuse('certificate', NO_CONTENT);
  if (foreign.length > 0) {
    refuse('key', `field contains invalid types ${[...new Set(foreign)].join(', ')}, expecting only PRIVATE KEY`);
  }
  const keys = [...certificate.keys, ...key.keys];
  const problem = pairProblem(certificate.text, certificateTypes, keys[0], keyTypes);
  if (problem !== undefined) refuse('key', problem);
  if (problem !== undefined || foreign.length > 0) return undefined;
  return { text: certificate.text, blocks: [...keyTypes, ...certificateTypes], keys };
}

function isPrivate(type: string): boolean {
  return type.endsWith('PRIVATE KEY');
}

/** Go's `tls.X509KeyPair`. */
function pairProblem(
  text: string,
  certificateTypes: readonly string[],
  key: PrivateKey | undefined,
  keyTypes: readonly string[],
): string | undefined {
  if (certificateTypes.length === 0) return 'tls: failed to find any PEM data in certificate input';
  if (!certificateTypes.includes('CERTIFICATE')) {
    return `tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [${certificateTypes.join(' ')}]`;
  }
  const [first] = readCertificates(text).certificates;
  if (!first) return 'x509: malformed certificate';
  if (!key && keyTypes.some(isPrivate)) return 'tls: failed to parse private key';
  if (!key) {
    return keyTypes.length === 1 && keyTypes[0] === 'CERTIFICATE'
      ? 'tls: found a certificate rather than a key in the PEM for the private key'
      : `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [${keyTypes.join(' ')}]`;
  }
  const { publicKey } = first.x509;
  if (publicKey.asymmetricKeyType !== key.algorithm) return 'tls: private key type does not match public key type';
  const isSame = publicKey.export({ format: 'der', type: 'spki' }).equals(key.publicKey);
  return isSame ? undefined : 'tls: private key does not match public key';
}
