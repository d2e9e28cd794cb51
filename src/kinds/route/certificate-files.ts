import { type Certificate, coversHost, readCertificates } from '../../certificates/certificate.js';
import type { Configuration } from '../../model/configuration.js';
import type { CertificateFile, IngressController } from '../../model/ingress-controller.js';
import type { Finding, Reporter } from '../../model/diagnostic.js';
import type { ExposeIntent } from '../../model/intent/expose.js';
import { daysLeft } from './certificate-end.js';
import { messages } from './messages.js';

/** Reports a default certificate that ends soon, a certificate file without a certificate, and a CA file without a CA certificate. */
export function reportCertificateFiles(
  { name, defaultCertificate, serviceCA }: IngressController,
  configuration: Configuration,
  report: Reporter,
): void {
  const reportFile = ({ path, text = '' }: CertificateFile, finding: Finding): void => {
    report({ ...finding, location: { path, text, offset: 0, length: text.indexOf('\n') } });
  };
  if (defaultCertificate?.text !== undefined && !firstOf(defaultCertificate)) {
    reportFile(defaultCertificate, messages.noCertificate(defaultCertificate.path));
  }
  const days = daysLeft(defaultCertificate?.text ?? '', configuration);
  if (defaultCertificate && days) {
    const what = `the default certificate of ingress controller ${name}`;
    reportFile(defaultCertificate, messages.certificateExpires(what, days.date, days.count));
  }
  if (serviceCA?.text !== undefined && firstOf(serviceCA)?.x509.ca !== true) {
    reportFile(serviceCA, messages.noAuthority(serviceCA.path));
  }
}

function firstOf({ text = '' }: CertificateFile): Certificate | undefined {
  return readCertificates(text).certificates[0];
}

/**
 * Returns a function that returns true if the default certificate of a controller is valid for the host of a Route. It
 * also returns true if the certificate is unknown.
 */
export function createHostTest({
  defaultCertificate,
}: IngressController): (exposed: Pick<ExposeIntent, 'host'>) => boolean {
  const certificate = defaultCertificate && firstOf(defaultCertificate);
  return ({ host }) => !certificate || coversHost(certificate, host);
}
