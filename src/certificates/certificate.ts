import { X509Certificate } from 'node:crypto';
import { readDer } from './der.js';
import { readPem } from './pem.js';

/** The part of a Node certificate that Weir uses. Written out, so that users of the library need no types of Node. */
interface X509 {
  readonly ca: boolean;
  readonly validTo: string;
  readonly subject: string;
  readonly subjectAltName?: string | undefined;
  readonly fingerprint256: string;
  readonly publicKey: PublicKey;
  checkHost(name: string, options: { readonly subject: 'never' }): string | undefined;
  checkIssued(issuer: X509): boolean;
  verify(key: PublicKey): boolean;
}

interface PublicKey {
  readonly asymmetricKeyType?: string | undefined;
  export(options: { readonly format: 'der'; readonly type: 'spki' }): { equals(other: Uint8Array): boolean };
}

/** A parsed certificate. */
export interface Certificate {
  readonly x509: X509;
  /** Broken hash function of the signature. If unset, the hash function is not known to be broken. */
  readonly weakHash?: 'SHA1' | 'MD5' | 'MD2';
  readonly isSelfSigned: boolean;
}

/**
 * Signature algorithms with broken hash functions, with the type of their key. The keys are the contents of the object
 * identifiers in hexadecimal.
 */
const WEAK: Readonly<Record<string, readonly [hash: 'SHA1' | 'MD5' | 'MD2', key: string]>> = {
  '2a864886f70d010102': ['MD2', 'rsa'],
  '2a864886f70d010104': ['MD5', 'rsa'],
  '2a864886f70d010105': ['SHA1', 'rsa'],
  '2a8648ce380403': ['SHA1', 'dsa'],
  '2a8648ce3d0401': ['SHA1', 'ec'],
};

/** The certificates of a text up to the first malformed one, and whether one is malformed. */
export interface ReadCertificates {
  readonly certificates: readonly Certificate[];
  readonly isMalformed: boolean;
}

/** Reads the certificates of a PEM text. Skips blocks of other types and those with headers. */
export function readCertificates(text: string): ReadCertificates {
  const certificates: Certificate[] = [];
  for (const { type, bytes, hasHeaders } of readPem(text)) {
    if (type !== 'CERTIFICATE' || hasHeaders) continue;
    const certificate = parseCertificate(bytes);
    if (!certificate) return { certificates, isMalformed: true };
    certificates.push(certificate);
  }
  return { certificates, isMalformed: false };
}

/** Parses a certificate. Returns undefined for other bytes. See RFC 5280 §4.1. */
export function parseCertificate(bytes: Uint8Array): Certificate | undefined {
  try {
    const x509 = new X509Certificate(bytes);
    const [hash, key] = WEAK[signatureAlgorithmOf(x509.raw)] ?? [];
    // As in Go and OpenSSL, a certificate is self-signed if issuer and subject are equal and the algorithm fits the
    // key.
    const isSelfSigned = x509.checkIssued(x509) && (key === undefined || key === x509.publicKey.asymmetricKeyType);
    return { x509, isSelfSigned, ...(hash ? { weakHash: hash } : {}) };
  } catch {
    return undefined;
  }
}

/**
 * Returns the object identifier of the signature algorithm in hexadecimal. Certificate ::= SEQUENCE { tbsCertificate,
 * signatureAlgorithm { algorithm … }, signatureValue }.
 */
function signatureAlgorithmOf(der: Buffer): string {
  const [certificate] = readDer(der) ?? [];
  const [, algorithm] = (certificate && readDer(certificate.content)) ?? [];
  const [identifier] = (algorithm && readDer(algorithm.content)) ?? [];
  return identifier?.content.toString('hex') ?? '';
}

/**
 * Returns true if one of the authorities has signed a certificate, or is that certificate. Decides as Go's `Verify`
 * with one pool for roots and intermediates. Checks neither the validity period nor the name.
 */
export function isSignedBy({ x509 }: Certificate, authorities: readonly Certificate[]): boolean {
  return authorities.some(({ x509: authority }) => {
    if (authority.fingerprint256 === x509.fingerprint256) return true;
    return authority.ca && x509.checkIssued(authority) && x509.verify(authority.publicKey);
  });
}

/** Returns true if a certificate is valid for a host by its subject alternative names. See RFC 6125 §6.4. */
export function coversHost({ x509 }: Certificate, host: string): boolean {
  return x509.checkHost(host, { subject: 'never' }) !== undefined;
}

/** Returns the DNS names of a certificate in lower case: the alternative names, then the common name of its subject. */
export function hostNamesOf({ x509 }: Certificate): readonly string[] {
  const alternatives = (x509.subjectAltName ?? '').split(', ').flatMap((text) => /^DNS:(.*)$/.exec(text)?.[1] ?? []);
  const [common] = x509.subject.split('\n').flatMap((text) => /^CN=(.*)$/.exec(text)?.[1] ?? []);
  const names = [...alternatives, ...(common === undefined ? [] : [common])];
  return [...new Set(names.map((name) => name.toLowerCase()))];
}

/** Returns the subject of a certificate in one line as OpenSSL prints it, such as `C=DE,O=Shop,CN=shop.example.com`. */
export function distinguishedNameOf({ x509 }: Certificate): string {
  return x509.subject.split('\n').join();
}
