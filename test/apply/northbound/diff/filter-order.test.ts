import { describe, expect, it } from 'vitest';
import { objectIds } from '../../../../src/ovn-kubernetes/object-ids.js';
import type { ZoneFile } from '../northbound.js';
import { operationsBetween } from './live.js';

/** The rules of a port group, `<action> <priority> <match>`, and its ports. The match gets the port group itself. */
interface Group {
  readonly sends?: readonly string[];
  readonly receives?: readonly string[];
  readonly ports: readonly string[];
  /** The name in the database, if it is not that of the group. */
  readonly name?: string;
}

/** Live controllers create rows with the same ids. */
const MARKER = { 'weir-egress/zone': 'global' };
const PORTS = ['pod-1', 'pod-2', 'pod-3'];

function zoneOfGroups(groups: Readonly<Record<string, Group>>): ZoneFile {
  const acls = Object.entries(groups).flatMap(([name, { sends = [], receives = [], name: group = name }]) => {
    const rules = [...sends.map((rule) => ['in', rule] as const), ...receives.map((rule) => ['out', rule] as const)];
    return rules.map(([side, rule], index) => {
      const [action, priority, ...match] = rule.split(' ');
      const external_ids = { ...objectIds('AdminNetworkPolicy', ['name', group], ['rule-index', index]), ...MARKER };
      const direction = side === 'in' ? 'from-lport' : 'to-lport';
      const text = `${match.join(' ')} && ${side}port == @${group}`;
      const columns = { action, direction, priority: Number(priority), tier: 2, match: text, external_ids };
      return { group, key: external_ids['k8s.ovn.org/id'], columns };
    });
  });
  const rows = Object.entries(groups).map(([name, { ports, name: group = name }]) => {
    const own = acls.filter((acl) => acl.group === group).map(({ key }) => key);
    return [
      group,
      {
        name: group,
        acls: own,
        ports,
        external_ids: { ...objectIds('AdminNetworkPolicy', ['name', group]), ...MARKER },
      },
    ] as const;
  });
  return {
    rows: {
      ACL: Object.fromEntries(acls.map(({ key, columns }) => [key, columns])),
      Port_Group: Object.fromEntries(rows),
    },
  };
}

/** A database with port groups and the ports of others. */
function withPorts(groups: Readonly<Record<string, Group>>): ZoneFile {
  const ports = Object.fromEntries(PORTS.map((name) => [name, { name }]));
  return { rows: { ...zoneOfGroups(groups).rows, Logical_Switch_Port: ports } };
}

/** The port groups that each transaction changes, if none may be larger than an operation, or than a number of them. */
function changesBetween(
  before: Readonly<Record<string, Group>>,
  after: Readonly<Record<string, Group>>,
  limit = 1,
): string[] {
  const names = new Set(
    [before, after].flatMap((groups) => Object.entries(groups).map(([key, { name = key }]) => name)),
  );
  return operationsBetween(withPorts(before), zoneOfGroups(after), limit).map((operations) => {
    const text = JSON.stringify(operations);
    return [...names]
      .filter((name) => new RegExp(`\\b${name}\\b`).test(text))
      .sort()
      .join(', ');
  });
}

const ALLOWED = 'allow-related 1001 ip4.dst == 192.0.2.1';
const DENIED = 'drop 1000 ip4';

describe('filters that do not fit into one transaction', () => {
  it('close for receivers before they open for senders, whatever their names are', () => {
    const [shut, open] = [
      { ports: ['pod-1'], sends: [DENIED] },
      { ports: ['pod-1'], sends: [DENIED, ALLOWED] },
    ];
    const [free, isolated] = [{ ports: ['pod-2'] }, { ports: ['pod-2'], receives: [DENIED] }];
    expect(changesBetween({ a: shut, b: free }, { a: open, b: isolated })).toEqual(['b', 'a']);
    expect(changesBetween({ a: free, b: shut }, { a: isolated, b: open })).toEqual(['a', 'b']);
  });

  it('lose what they allow to receivers before they open for senders', () => {
    const [shut, open] = [
      { ports: ['pod-1'], sends: [DENIED] },
      { ports: ['pod-1'], sends: [DENIED, ALLOWED] },
    ];
    const isolated = { ports: ['pod-2'], receives: [DENIED] };
    const reached = { ports: ['pod-2'], receives: [DENIED, 'allow-related 1001 ip4.src == 192.0.2.1'] };
    expect(changesBetween({ a: shut, b: reached }, { a: open, b: isolated })).toEqual(['b', 'a']);
  });

  const edited = (port: string, side: 'sends' | 'receives', address: string): Group => ({
    ports: [port],
    [side]: [`allow-related 1001 ip4 && ip4.${side === 'sends' ? 'dst' : 'src'} == ${address}`, DENIED],
  });

  it('are one transaction if a sender and a receiver get rules that open and close', () => {
    const at = (address: string): Record<string, Group> => ({
      a: edited('pod-1', 'sends', address),
      b: edited('pod-2', 'receives', address),
    });
    expect(changesBetween(at('192.0.2.1'), at('192.0.2.2'))).toEqual(['a, b']);
  });

  it('are one transaction if two port groups of one port get rules that open and close', () => {
    const at = (address: string): Record<string, Group> => ({
      a: edited('pod-1', 'sends', address),
      b: edited('pod-1', 'sends', address),
    });
    expect(changesBetween(at('192.0.2.1'), at('192.0.2.2'))).toEqual(['a, b']);
  });

  it('are split between senders that have no port in common', () => {
    const at = (address: string): Record<string, Group> => ({
      a: edited('pod-1', 'sends', address),
      b: edited('pod-2', 'sends', address),
    });
    expect(changesBetween(at('192.0.2.1'), at('192.0.2.2'))).toEqual(['a', 'b']);
  });

  it('get the rules of a port group with another name before they lose them', () => {
    const rules = { ports: ['pod-1'], sends: [ALLOWED] };
    const isolated = { ports: ['pod-1'], sends: [DENIED] };
    expect(
      changesBetween(
        { a: { ...rules, name: 'former' }, b: isolated },
        { a: { ...rules, name: 'latter' }, b: isolated },
      ),
    ).toEqual(['latter', 'former']);
  });

  it('allow what a new policy allows before it denies the rest, and in reverse', () => {
    const [rules, isolated] = [
      { ports: ['pod-1'], sends: [ALLOWED] },
      { ports: ['pod-1'], sends: [DENIED] },
    ];
    expect(changesBetween({}, { denied: isolated, rules })).toEqual(['rules', 'denied']);
    expect(changesBetween({ denied: isolated, rules }, {})).toEqual(['denied', 'rules']);
  });

  it('are one transaction if they fit into one, although the other rows do not', () => {
    const before = withPorts({ a: { ports: ['pod-1'], sends: [DENIED] }, b: { ports: ['pod-2'] } });
    const after = zoneOfGroups({ a: { ports: ['pod-1'] }, b: { ports: ['pod-2'], receives: [DENIED] } });
    const set = { name: 'other', external_ids: { ...objectIds('EgressQoS', ['name', 'shop']), ...MARKER } };
    const tables = operationsBetween(before, { rows: { ...after.rows, Address_Set: { other: set } } }, 3).map(
      (operations) => [...new Set(operations.flatMap((one) => ('table' in one ? [one.table] : [])))].sort().join(', '),
    );
    expect(tables).toEqual(['Address_Set', 'ACL, Port_Group']);
  });
});
