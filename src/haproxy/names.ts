import { hash } from 'node:crypto';
import type { ExposeIntent, Termination } from '../model/intent/expose.js';

/** Where routers keep their files. */
export const STATE = '/var/lib/haproxy';
/** Where they keep those of Routes. */
export const WORK = `${STATE}/router`;

const PREFIXES: Readonly<Record<Termination, string>> = {
  none: 'be_http',
  edge: 'be_edge_http',
  reencrypt: 'be_secure',
  passthrough: 'be_tcp',
};

/** `<namespace>:<name>`: how routers call a Route. */
export function routeKey({ route: { namespace, name } }: ExposeIntent): string {
  return `${namespace}:${name}`;
}

/** The name of the backend of a Route. */
export function backendName(intent: ExposeIntent): string {
  return `${PREFIXES[intent.termination]}:${routeKey(intent)}`;
}

/** The digest that the OpenShift router makes names of (MD5: it protects nothing). */
export function digestOfName(text: string): string {
  return hash('md5', text);
}
