import { readCertificates } from '../../certificates/certificate.js';
import type { Configuration } from '../../model/configuration.js';
import type { ExposeIntent } from '../../model/intent/expose.js';

const DAY = 24 * 60 * 60 * 1000;

/**
 * Returns the days from the given date to the first expiry of the certificates of a text, negative after the expiry.
 * Returns undefined without a date, and if all expire after the configured threshold.
 */
export function daysLeft(
  text: string,
  { certificateExpiry }: Configuration,
): { readonly date: string; readonly count: number } | undefined {
  const { today: date, days = 0 } = certificateExpiry ?? {};
  if (date === undefined) return undefined;
  const ends = readCertificates(text).certificates.map(({ x509 }) => Date.parse(x509.validTo));
  const count = Math.floor((Math.min(...ends) - Date.parse(date)) / DAY);
  return count <= days ? { date, count } : undefined;
}

/** Returns the certificate of a Route with those of its authorities, or '' for none. */
export function textOfCertificate({ certificate }: ExposeIntent): string {
  return certificate ? certificate.pem.text + (certificate.authorities?.text ?? '') : '';
}
