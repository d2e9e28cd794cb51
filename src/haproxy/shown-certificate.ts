import { type Certificate, hostNamesOf, readCertificates } from '../certificates/certificate.js';
import { listCertificates } from './maps.js';
import { isOn } from '../ingress/environment.js';
import type { IngressController } from '../model/ingress-controller.js';
import type { ExposeIntent } from '../model/intent/expose.js';

/** The certificate that a router shows to a client. */
export interface ShownCertificate {
  /** The certificate itself; undefined if the default one of the controller was not given. */
  readonly read: () => Certificate | undefined;
  /** The Route whose certificate it is. Absent: it is the default one. */
  readonly route?: ExposeIntent;
  /** The protocols that the router takes, the preferred one first; none: it speaks of none in the handshake. */
  readonly alpn: readonly string[];
}

/** The certificate for the name of a handshake, '' for none; undefined if the router breaks the handshake off. */
export type ChooseCertificate = (sni: string) => ShownCertificate | undefined;

/**
 * HAProxy 2.6 to 3.2, for clients that take both kinds of keys (measured): the names of the default certificate come first, then
 * the lines of the list. Of all that name the host, or its domain by a wildcard, the first with an elliptic curve key is shown,
 * else the first of the host, else of the domain.
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
    // Most names have one certificate, which need not be read.
    return (found.length > 1 ? found.find(hasCurve) : undefined) ?? found[0] ?? byDefault;
  };
}

function readFirst({ certificate }: ExposeIntent): Certificate | undefined {
  return readCertificates(certificate?.pem.text ?? '').certificates[0];
}

function hasCurve({ read }: ShownCertificate): boolean {
  return read()?.x509.publicKey.asymmetricKeyType === 'ec';
}
