import { protocolOf } from '../address-family.js';
import type { Pod } from '../../../../model/cluster.js';
import type { PolicyPort } from '../../../../model/intent/policy.js';
import { type CanonicalAddress, compareAddressText } from '../../../../net/address.js';
import { compareText } from '../../../../std/compare-text.js';

/** Clause for named ports: a protocol, and a match of the addresses that have such a port. */
export interface NamedPortClause {
  readonly protocol: string;
  readonly match: string;
}

interface NamedPort {
  readonly protocol: string;
  readonly address: CanonicalAddress;
  readonly port: number;
}

/** Returns the names among the ports of a rule, sorted. */
export function portNamesOf(ports: readonly PolicyPort[]): readonly string[] {
  const names = ports.flatMap(({ port }) => (typeof port === 'string' ? [port] : []));
  return [...new Set(names)].sort(compareText);
}

/**
 * Returns a clause for each protocol for which containers of the pods have one of the names (OVN-Kubernetes). The order
 * is by name, then by address. A pod that occurs twice is listed twice.
 */
export function namedPortClauses(names: readonly string[], pods: readonly Pod[]): readonly NamedPortClause[] {
  const found = names.flatMap((name) =>
    pods.flatMap((pod) => portsOfPod(pod, name)).sort((a, b) => compareAddressText(a.address, b.address)),
  );
  return ['sctp', 'tcp', 'udp'].flatMap((protocol) => {
    const clauses = found
      .filter((port) => port.protocol === protocol)
      .map(({ address, port }) => {
        const family = protocolOf(address.family);
        return `(${family}.dst == ${address.text} && ${protocol}.dst == ${port})`;
      });
    return clauses.length === 0 ? [] : [{ protocol, match: `${protocol} && (${clauses.join(' || ')})` }];
  });
}

function portsOfPod({ containerPorts, addresses }: Pod, name: string): NamedPort[] {
  const own = containerPorts.filter((port) => port.name === name);
  return addresses.flatMap((address) =>
    own.map(({ protocol, port }) => ({ protocol: protocol.toLowerCase(), address, port })),
  );
}
