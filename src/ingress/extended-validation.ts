import { type Certificate, type ReadCertificates, isSignedBy, readCertificates } from '../certificates/certificate.js';
import type { ProxyObjection } from '../model/intent/expose.js';
import type { RouteTLS } from '../model/route.js';
import { checkKeyPair } from './key-pair.js';
import { type FieldError, invalid } from './field-error.js';
import { type CleanPem, cleanPem, rawPem } from './clean-pem.js';
import { REDACTED, type RejectField, type PemField, checkTLSFields } from './tls-rules.js';

/** PEM texts of a Route as its router uses them. An unset text does not exist. */
export interface RoutePem {
  /** Certificate with its keys, which come first in the file. */
  readonly certificate?: CleanPem;
  readonly caCertificate?: CleanPem;
  readonly destinationCACertificate?: CleanPem;
  /** Problems for which HAProxy rejects texts that the router writes. */
  readonly objections?: readonly ProxyObjection[];
}

/** Errors of the extended validation, and the PEM texts that it keeps. */
export interface ValidatedTLS {
  readonly errors: readonly FieldError[];
  readonly pem: RoutePem;
}

/**
 * Validates the certificates and keys of a Route before it is served. See the extended validation of the OpenShift
 * router.
 */
export function validateTLS(tls: RouteTLS): ValidatedTLS {
  const errors = [...checkTLSFields(tls)];
  const reject = (field: PemField, problem: string, shown: string = REDACTED[field]): void => {
    errors.push(invalid(`spec.tls.${field}`, shown, problem));
  };
  const authorities = checkAuthorities('caCertificate', 'failed to parse CA certificate: ', tls, reject);
  const isParsed = tls.certificate !== '' && checkCertificate(tls, authorities?.certificates, reject);
  const certificate = isParsed ? clean('certificate', tls, reject) : undefined;
  const key = clean('key', tls, reject);
  // A text that could not be cleaned is compared unchanged.
  const pair =
    tls.certificate === ''
      ? undefined
      : tls.isKeyWithheld
        ? certificate
        : checkKeyPair(certificate ?? rawPem(tls.certificate), key ?? rawPem(tls.key), reject);
  const prefix = 'failed to parse destination CA certificate: ';
  const destination = checkAuthorities('destinationCACertificate', prefix, tls, reject);
  return {
    errors,
    pem: {
      ...(pair ? { certificate: pair } : {}),
      ...(authorities?.pem ? { caCertificate: authorities.pem } : {}),
      ...(destination?.pem ? { destinationCACertificate: destination.pem } : {}),
    },
  };
}

interface Authorities {
  readonly certificates: readonly Certificate[];
  readonly pem?: CleanPem;
}

/** Returns the CA certificates of a field, after checking them. Returns undefined if the field is empty. */
function checkAuthorities(
  field: 'caCertificate' | 'destinationCACertificate',
  prefix: string,
  tls: RouteTLS,
  reject: RejectField,
): Authorities | undefined {
  if (tls[field] === '') return undefined;
  const read = readCertificates(tls[field]);
  const problem = parseProblem(read);
  if (problem !== undefined) {
    reject(field, prefix + problem);
    return { certificates: [] };
  }
  const pem = clean(field, tls, reject);
  const weak = weakSignatures(read.certificates);
  if (weak !== undefined) reject(field, weak);
  return { certificates: read.certificates, ...(pem ? { pem } : {}) };
}

/** Reports the problems of the certificate. Returns true if it has none. */
function checkCertificate(
  { certificate }: RouteTLS,
  authorities: readonly Certificate[] | undefined,
  reject: RejectField,
): boolean {
  const read = readCertificates(certificate);
  const problem = parseProblem(read) ?? weakSignatures(read.certificates);
  const [first] = read.certificates;
  if (problem !== undefined) reject('certificate', problem);
  else if (first && authorities && !isSignedBy(first, authorities)) {
    reject('certificate', 'error verifying certificate: x509: certificate signed by unknown authority');
  } else return true;
  return false;
}

function clean(field: PemField, tls: RouteTLS, reject: RejectField): CleanPem | undefined {
  if (tls[field] === '') return undefined;
  const cleaned = cleanPem(tls[field]);
  if (!('problem' in cleaned)) return cleaned;
  reject(field, cleaned.problem);
  return undefined;
}

/** Returns the error of client-go, `ParseCertsPEM`. */
function parseProblem({ certificates, isMalformed }: ReadCertificates): string | undefined {
  if (isMalformed) return 'x509: malformed certificate';
  return certificates.length === 0 ? 'data does not contain any valid RSA or ECDSA certificates' : undefined;
}

/**
 * Returns an error for weak signatures, because HAProxy does not start with such certificates. Self-signed certificates
 * are exempt.
 */
function weakSignatures(certificates: readonly Certificate[]): string | undefined {
  const texts = certificates.flatMap(({ weakHash, isSelfSigned }) =>
    weakHash && !isSelfSigned ? [`router does not support CA-signed certs using ${weakHash}`] : [],
  );
  const different = [...new Set(texts)];
  return different.length > 1 ? `[${different.join(', ')}]` : different[0];
}
