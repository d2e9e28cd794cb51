import { hash } from 'node:crypto';
import type { ExposeIntent, Termination } from '../model/intent/expose.js';

/** State folder of routers. */
export const STATE = '/var/lib/haproxy';
/** Folder for the files of Routes. */
export const WORK = `${STATE}/router`;

const PREFIXES: Readonly<Record<Termination, string>> = {
  none: 'be_http',
  edge: 'be_edge_http',
  reencrypt: 'be_secure',
  passthrough: 'be_tcp',
};

/** Returns `<namespace>:<name>`, the key of a Route in routers. */
export function routeKey({ route: { namespace, name } }: ExposeIntent): string {
  return `${namespace}:${name}`;
}

/** Returns the name of the backend of a Route. */
export function backendName(intent: ExposeIntent): string {
  return `${PREFIXES[intent.termination]}:${routeKey(intent)}`;
}

/** Returns the digest that the OpenShift router uses in names. MD5, which protects nothing here. */
export function digestOfName(text: string): string {
  return hash('md5', text);
}
