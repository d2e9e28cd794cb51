import type { PolicyPort } from '../../../../model/intent/policy.js';
import { groupBy } from '../../../../std/group-by.js';

/** Ports of one protocol as a match names them. */
export interface PortClause {
  /** Protocol as in ids and matches, such as `tcp`, or `None` for every protocol. */
  readonly protocol: string;
  /** If unset, every protocol matches. */
  readonly match?: string;
}

/**
 * Returns a clause for each protocol among the ports of a rule, or one for all. OVN-Kubernetes: a port without a number
 * adds nothing to the clause of its protocol. It means all ports only if no other port has a number.
 */
export function portClauses(ports: readonly PolicyPort[]): readonly PortClause[] {
  if (ports.length === 0) return [{ protocol: 'None' }];
  return [...groupBy(ports, ({ protocol }) => protocol)].flatMap(([protocol, group]) =>
    protocol === 'none' ? [] : [clauseOf(protocol.toLowerCase(), group)],
  );
}

/**
 * Returns the clause of the ports without a protocol as upstream wrote it before it looked up names. If only names are
 * among them, the clause is empty. OVN cannot parse a match with it. Returns undefined without names.
 */
export function unreadableClause(ports: readonly PolicyPort[]): string | undefined {
  const group = ports.filter(({ protocol }) => protocol === 'none');
  return group.some(({ port }) => typeof port === 'string') ? clauseOf('', group).match : undefined;
}

function clauseOf(protocol: string, ports: readonly PolicyPort[]): PortClause {
  const numbers: number[] = [];
  const ranges: string[] = [];
  for (const { port, endPort } of ports) {
    if (typeof port !== 'number') continue;
    if (endPort === undefined || endPort === port) numbers.push(port);
    else ranges.push(`${port}<=${protocol}.dst<=${endPort}`);
  }
  const [first] = numbers;
  const items = [
    ...(first === undefined ? [] : [`${protocol}.dst==${numbers.length === 1 ? first : `{${numbers.join(',')}}`}`]),
    ...ranges,
  ];
  if (items.length === 0) return { protocol, match: protocol };
  return { protocol, match: `${protocol} && ${items.length === 1 ? items.join('') : `(${items.join(' || ')})`}` };
}
