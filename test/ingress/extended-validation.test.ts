import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { validateTLS } from '../../src/ingress/extended-validation.js';
import { createCertificate } from '../apply/cluster/certificate.js';

const NONE = {
  termination: 'edge',
  insecurePolicy: '',
  certificate: '',
  key: '',
  isKeyWithheld: false,
  caCertificate: '',
  destinationCACertificate: '',
  externalCertificate: '',
};
const KEY = 'spec.tls.key: Invalid value: "redacted key data"';
const CERTIFICATE = 'spec.tls.certificate: Invalid value: "redacted certificate data"';
const CRL = '-----BEGIN X509 CRL-----\nAAAA\n-----END X509 CRL-----\n';

const { cert, key } = createCertificate();
const publicKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .publicKey.export({ format: 'pem', type: 'spki' })
  .toString();

function textsOf(tls: Partial<typeof NONE>): string[] {
  return validateTLS({ ...NONE, ...tls }).errors.map(({ text }) => text);
}

describe('the extended validation of a router', () => {
  it('takes a certificate with its key', () => {
    expect(textsOf({ certificate: cert, key })).toEqual([]);
  });

  it('names the key before the certificate a second time', () => {
    expect(textsOf({ certificate: 'none', key: cert })).toEqual([
      `${CERTIFICATE}: data does not contain any valid RSA or ECDSA certificates`,
      `${KEY}: field contains invalid types CERTIFICATE, expecting only PRIVATE KEY`,
      `${CERTIFICATE}: the PEM content cannot be null`,
      `${KEY}: tls: failed to find any PEM data in certificate input`,
    ]);
  });

  it('names the first block of another type alone', () => {
    expect(textsOf({ certificate: cert, key: `${publicKey}${cert}${key}` })).toEqual([
      `${KEY}: field contains invalid types PUBLIC KEY, expecting only PRIVATE KEY`,
    ]);
  });

  it('refuses a public key beside a certificate', () => {
    expect(textsOf({ certificate: `${cert}${publicKey}`, key })).toEqual([
      `${CERTIFICATE}: field contains invalid types PUBLIC KEY, expecting only CERTIFICATE`,
    ]);
  });

  it('drops a key in PKCS #8 of a certificate that it does not clean', () => {
    expect(textsOf({ certificate: `${cert}${CRL}${key}` })).toEqual([
      `${CERTIFICATE}: unrecognized PEM block X509 CRL`,
      'spec.tls.key: Invalid value: "": no key specified',
    ]);
  });

  it('looks for the key before it reads the certificate, and reads only the first', () => {
    const broken = '-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----\n';
    expect(textsOf({ certificate: cert, key: `${broken}${key}` })).toEqual([
      `${KEY}: block EC PRIVATE KEY is not valid`,
      `${KEY}: tls: failed to parse private key`,
    ]);
  });

  it.each([
    ['ed25519', 'block private key ed25519.PrivateKey is not valid'],
    ['x25519', 'block private key *ecdh.PrivateKey is not valid'],
    ['ed448', 'block PRIVATE KEY is not valid'],
  ] as const)('refuses a key of %s in the words of Go', (algorithm, problem) => {
    const other = createPrivateKey(
      generateKeyPairSync(algorithm as 'ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }),
    );
    const [first] = textsOf({ certificate: cert, key: String(other.export({ format: 'pem', type: 'pkcs8' })) });
    expect(first).toBe(`${KEY}: ${problem}`);
  });
});
