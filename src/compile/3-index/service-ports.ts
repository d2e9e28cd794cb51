import type { ServicePort } from '../../model/cluster.js';
import { type Json, asObject, asString } from '../../std/json.js';

/** Port of a Service as in the manifest, without its endpoints. */
export type WrittenServicePort = Omit<ServicePort, 'targets' | 'numbers'>;

const PROTOCOLS: ReadonlySet<string> = new Set(['TCP', 'UDP', 'SCTP'] satisfies ServicePort['protocol'][]);

/** Reads an item of `spec.ports`. Returns undefined without a port number, or if a Service cannot have the protocol. */
export function readServicePort(item: Json): WrittenServicePort | undefined {
  const written = asObject(item) ?? {};
  // The API server defaults the protocol to TCP.
  const protocol = asString(written.protocol) ?? 'TCP';
  const port = readPortNumber(written.port);
  if (port === 0 || !isProtocol(protocol)) return undefined;
  return { name: asString(written.name) ?? '', protocol, port, nodePort: readPortNumber(written.nodePort) };
}

/** Returns true if a text is a transport protocol of the Kubernetes API. */
export function isProtocol(text: string): text is ServicePort['protocol'] {
  return PROTOCOLS.has(text);
}

/** Returns a number from 1 to 65535, or 0 for any other value. */
export function readPortNumber(value: Json | undefined): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 65535 ? value : 0;
}

/** Returns the key by which OVN-Kubernetes matches the ports of a slice to those of a Service: `<PROTOCOL>/<name>`. */
export function portKey(protocol: string, name: string): string {
  return `${protocol}/${name}`;
}
