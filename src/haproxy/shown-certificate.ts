import { type Certificate, hostNamesOf, readCertificates } from '../certificates/certificate.js';
import { listCertificates } from './maps.js';
import { isOn } from '../ingress/environment.js';
import type { IngressController } from '../model/ingress-controller.js';
import type { ExposeIntent } from '../model/intent/expose.js';

/** The certificate that a router shows to a client. */
export interface ShownCertificate {
  /** Returns the certificate, or undefined if the default certificate of the controller is unknown. */
  readonly read: () => Certificate | undefined;
  /** Route with the certificate. If unset, the certificate is the default one. */
  readonly route?: ExposeIntent;
  /** Protocols that the router accepts, in order of preference. If empty, it sends none in the handshake. */
  readonly alpn: readonly string[];
}

/**
 * Returns the certificate for the name of a handshake, '' for none. Returns undefined if the router aborts the
 * handshake.
 */
export type ChooseCertificate = (sni: string) => ShownCertificate | undefined;

/**
 * Creates a function that chooses certificates as HAProxy 2.6 to 3.2 does for clients that accept both types of keys
 * (measured).
 *
 * The names of the default certificate come first, then the lines of the list. Of the certificates that match the host,
 * directly or by a wildcard, the first with an elliptic curve key is shown. If none has such a key, the first match of
 * the host is shown, else that of the domain.
 */
export function createCertificateChoice(
  intents: readonly ExposeIntent[],
  controller: IngressController,
): ChooseCertificate {
  const [first] = readCertificates(controller.defaultCertificate?.text ?? '').certificates;
  const byDefault: ShownCertificate = { read: () => first, alpn: [] };
  const byName = new Map<string, ShownCertificate[]>();
  const add = (name: string, entry: ShownCertificate): void => {
    const entries = byName.get(name);
    if (entries) entries.push(entry);
    else byName.set(name, [entry]);
  };
  for (const name of first ? hostNamesOf(first) : []) add(name, byDefault);
  for (const { route, name, alpn } of listCertificates(intents, controller)) {
    add(name, { read: () => readFirst(route), route, alpn });
  }
  const isStrict = isOn(controller, 'ROUTER_STRICT_SNI');
  return (sni) => {
    const name = sni.toLowerCase();
    const dot = name.indexOf('.');
    const domain = dot < 0 ? [] : (byName.get(`*${name.slice(dot)}`) ?? []);
    const found = name === '' ? [] : [...(byName.get(name) ?? []), ...domain];
    if (found.length === 0 && name !== '' && isStrict) return undefined;
    // Most names have one certificate, which is not read.
    return (found.length > 1 ? found.find(hasCurve) : undefined) ?? found[0] ?? byDefault;
  };
}

function readFirst({ certificate }: ExposeIntent): Certificate | undefined {
  return readCertificates(certificate?.pem.text ?? '').certificates[0];
}

function hasCurve({ read }: ShownCertificate): boolean {
  return read()?.x509.publicKey.asymmetricKeyType === 'ec';
}
