import type { ServicePort } from '../../model/cluster.js';
import { type Json, asObject, asString } from '../../std/json.js';

/** A port of a Service as it is written, before anybody has looked for its endpoints. */
export type WrittenServicePort = Omit<ServicePort, 'targets' | 'numbers'>;

const PROTOCOLS: ReadonlySet<string> = new Set(['TCP', 'UDP', 'SCTP'] satisfies ServicePort['protocol'][]);

/**
 * Reads an item of `spec.ports`, or undefined for one without a port number, or of another protocol than a Service can
 * have.
 */
export function readServicePort(item: Json): WrittenServicePort | undefined {
  const written = asObject(item) ?? {};
  // The protocol is TCP where none is written, as the API server completes it.
  const protocol = asString(written.protocol) ?? 'TCP';
  const port = readPortNumber(written.port);
  if (port === 0 || !isProtocol(protocol)) return undefined;
  return { name: asString(written.name) ?? '', protocol, port, nodePort: readPortNumber(written.nodePort) };
}

/** Returns true if a text is a transport protocol of the Kubernetes API. */
export function isProtocol(text: string): text is ServicePort['protocol'] {
  return PROTOCOLS.has(text);
}

/** A number from 1 to 65535; 0 for everything else. */
export function readPortNumber(value: Json | undefined): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 65535 ? value : 0;
}

/** By what OVN-Kubernetes finds the ports of a slice that are those of a Service: `<PROTOCOL>/<name>`. */
export function portKey(protocol: string, name: string): string {
  return `${protocol}/${name}`;
}
