import { protocolOf } from '../address-family.js';
import type { Pod } from '../../../../model/cluster.js';
import type { PolicyPort } from '../../../../model/intent/policy.js';
import { type CanonicalAddress, compareAddressText } from '../../../../net/address.js';
import { compareText } from '../../../../std/compare-text.js';

/** Ports by the names that containers give them: a protocol, and a match of the addresses that have one. */
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
 * Returns a clause for each protocol that containers of the pods give one of the names to (OVN-Kubernetes): name by
 * name, those of each in order of the addresses. A pod that is there twice is named twice.
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
