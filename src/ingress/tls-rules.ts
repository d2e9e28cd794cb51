import type { RouteTLS } from '../model/route.js';
import { type FieldError, invalid, unsupported } from './field-error.js';

const TLS = 'spec.tls';
const TERMINATIONS = ['edge', 'passthrough', 'reencrypt'] as const;

/**
 * Returns the errors of contradicting fields in `spec.tls`. The API server rejects them, and the router does for older
 * Routes.
 */
export function checkTLSFields(tls: RouteTLS): FieldError[] {
  return [...checkTermination(tls), ...checkInsecurePolicy(tls)];
}

function checkTermination({ termination, ...tls }: RouteTLS): FieldError[] {
  if (!TERMINATIONS.some((one) => one === termination))
    return [unsupported(`${TLS}.termination`, termination, TERMINATIONS)];
  const errors: FieldError[] = [];
  const reject: RejectField = (field, problem) => {
    if (tls[field] !== '') errors.push(invalid(`${TLS}.${field}`, REDACTED[field], problem));
  };
  if (termination === 'passthrough') {
    for (const field of ['certificate', 'key', 'caCertificate', 'destinationCACertificate'] as const)
      reject(field, 'passthrough termination does not support certificates');
  } else if (termination === 'edge') {
    reject('destinationCACertificate', 'edge termination does not support destination certificates');
  }
  return errors;
}

/** Texts that replace certificates and keys in messages. */
export const REDACTED = {
  certificate: 'redacted certificate data',
  key: 'redacted key data',
  caCertificate: 'redacted ca certificate data',
  destinationCACertificate: 'redacted destination ca certificate data',
} as const;

export type PemField = keyof typeof REDACTED;

/** Reports a problem of a field of `spec.tls`. */
export type RejectField = (field: PemField, problem: string, shown?: string) => void;

function checkInsecurePolicy({ termination, insecurePolicy }: RouteTLS): FieldError[] {
  const choices = termination === 'passthrough' ? ['None', 'Redirect'] : ['None', 'Allow', 'Redirect'];
  const isKnown = TERMINATIONS.some((one) => one === termination);
  if (insecurePolicy === '' || !isKnown || choices.includes(insecurePolicy)) return [];
  const problem = `invalid value for InsecureEdgeTerminationPolicy option, acceptable values are ${choices.join(', ')}, or empty`;
  return [invalid(`${TLS}.insecureEdgeTerminationPolicy`, insecurePolicy, problem)];
}
