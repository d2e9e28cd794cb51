import { readCertificates } from '../certificates/certificate.js';
import type { PrivateKey } from '../certificates/private-key.js';
import { type CleanPem, isPrivate } from './clean-pem.js';
import type { PemField, RejectField } from './tls-rules.js';

const PUBLIC_TYPES = ['PUBLIC KEY', 'CERTIFICATE'];
const PRIVATE_TYPES = ['EC PRIVATE KEY', 'RSA PRIVATE KEY'];

/**
 * Checks that a certificate has its private key, in either field. Returns both in the order of the file, keys first.
 * Returns undefined if they do not match. See the OpenShift router.
 */
export function checkKeyPair(certificate: CleanPem, key: CleanPem, reject: RejectField): CleanPem | undefined {
  // `splitCertKey` drops other types, which only occur in a text that is not cleaned.
  const isOwn = (type = ''): boolean => PRIVATE_TYPES.includes(type);
  const privateTypes = certificate.blocks.filter(isPrivate);
  const certificateTypes = certificate.blocks.filter((type) => PUBLIC_TYPES.includes(type));
  const keyTypes = [...privateTypes.filter(isOwn), ...key.blocks];
  if (keyTypes.length === 0) {
    reject('key', 'no key specified', '');
    return undefined;
  }
  const keys = [...certificate.keys.filter((_, index) => isOwn(privateTypes[index])), ...key.keys];
  const problems: readonly (readonly [field: PemField, problem: string | undefined])[] = [
    ['key', contentProblem(keyTypes, 'PRIVATE KEY')],
    ['certificate', contentProblem(certificateTypes, 'CERTIFICATE')],
    ['key', pairProblem(certificate.text, certificateTypes, keys[0], keyTypes)],
  ];
  for (const [field, problem] of problems) if (problem !== undefined) reject(field, problem);
  if (problems.some(([, problem]) => problem !== undefined)) return undefined;
  return { text: certificate.text, blocks: [...keyTypes, ...certificateTypes], keys };
}

/** Returns an error about the first block of another type. See the OpenShift router, `validatePEMContent`. */
function contentProblem(types: readonly string[], expected: string): string | undefined {
  if (types.length === 0) return 'the PEM content cannot be null';
  const foreign = types.find((type) => !type.includes(expected));
  return foreign === undefined ? undefined : `field contains invalid types ${foreign}, expecting only ${expected}`;
}

/** Returns the error of Go's `tls.X509KeyPair`. */
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
  if (!keyTypes.some(isPrivate)) {
    return keyTypes.length === 1 && keyTypes[0] === 'CERTIFICATE'
      ? 'tls: found a certificate rather than a key in the PEM for the private key'
      : `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [${keyTypes.join(' ')}]`;
  }
  const [first] = readCertificates(text).certificates;
  if (!first) return 'x509: malformed certificate';
  if (!key) return 'tls: failed to parse private key';
  const { publicKey } = first.x509;
  if (publicKey.asymmetricKeyType !== key.algorithm) return 'tls: private key type does not match public key type';
  const isSame = publicKey.export({ format: 'der', type: 'spki' }).equals(key.publicKey);
  return isSame ? undefined : 'tls: private key does not match public key';
}
