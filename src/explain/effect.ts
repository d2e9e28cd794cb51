import type { Columns } from '../model/northbound.js';
import { listOf, mapOf, readColumnNumber, readColumnText, readEntry } from '../northbound/row-columns.js';
import { listNames } from '../std/list-text.js';
import { plural } from '../std/plural.js';

/** Returns what a row does, as phrases without a subject: `drops packets …`. */
export function describeEffect(table: string, columns: Columns): readonly string[] {
  const text = (column: string): string => readColumnText(columns, column);
  switch (table) {
    case 'ACL':
      return describeAcl(columns);
    case 'QoS':
      return [`sets ${settings(columns, 'action')} on packets at ${portOf(text('direction'))}`, ifMatch(columns)];
    case 'Logical_Router_Policy':
      return [describePolicy(columns), ifMatch(columns), `priority ${readColumnNumber(columns, 'priority')}`];
    case 'Logical_Router_Static_Route': {
      const side = text('policy') === 'src-ip' ? 'from' : 'to';
      const port = text('output_port');
      return [
        `routes packets ${side} ${text('ip_prefix')} to ${text('nexthop')}${port === '' ? '' : ` through ${port}`}`,
      ];
    }
    case 'NAT':
      return [describeNat(columns)];
    case 'Address_Set':
      return [`contains ${listing(listOf(columns, 'addresses'), 'address', 'addresses')}`];
    case 'Port_Group': {
      const acls = listOf(columns, 'acls');
      const applies = acls.length === 0 ? [] : [`applies ${plural(acls.length, 'ACL')} to them`];
      return [`contains ${listing(listOf(columns, 'ports'), 'port')}`, ...applies];
    }
    case 'Load_Balancer':
      return Object.entries(mapOf(columns, 'vips')).map(
        ([vip, backends]) =>
          `sends ${vip} (${text('protocol') || 'tcp'}) to ${backends === '' ? 'no endpoint' : backends}`,
      );
    default:
      return [];
  }
}

/** Returns the names of the address sets and port groups in a match: `$a1234`, `@a1234`. */
export function setsIn(columns: Columns): readonly string[] {
  return [...new Set(readColumnText(columns, 'match').match(/[$@]\w+/g) ?? [])];
}

const ACTIONS: Readonly<Record<string, string>> = {
  allow: 'allows',
  'allow-related': 'allows',
  'allow-stateless': 'allows without connection tracking',
  drop: 'drops',
  reject: 'rejects',
  pass: 'passes to the next tier',
};

function describeAcl(columns: Columns): string[] {
  const text = (column: string): string => readColumnText(columns, column);
  const action = ACTIONS[text('action')] ?? text('action');
  const order = `tier ${readColumnNumber(columns, 'tier')}, priority ${readColumnNumber(columns, 'priority')}`;
  const name = text('name') === '' ? '' : ` as '${text('name')}'`;
  const severity = text('severity') === '' ? '' : ` with severity ${text('severity')}`;
  const log = columns.log === true ? [`logs them${name}${severity}`] : [];
  return [`${action} packets at ${portOf(text('direction'))}`, ifMatch(columns), order, ...log];
}

function portOf(direction: string): string {
  return direction === 'from-lport' ? 'the port of the sender' : 'the port of the receiver';
}

function ifMatch(columns: Columns): string {
  return `if ${readColumnText(columns, 'match')}`;
}

function settings(columns: Columns, column: string): string {
  return listNames(Object.entries(mapOf(columns, column)).map(([name, value]) => `${name} ${value}`));
}

function describePolicy(columns: Columns): string {
  const mark = readEntry(columns, 'options', 'pkt_mark');
  const marks = mark === undefined ? '' : `, with mark ${mark}`;
  const action = readColumnText(columns, 'action');
  if (action !== 'reroute')
    return `${action === 'allow' ? 'leaves packets on their route' : `${action}s packets`}${marks}`;
  const hops = [...listOf(columns, 'nexthops'), ...listOf(columns, 'nexthop')];
  return `reroutes packets to ${listNames(hops)}${marks}`;
}

function describeNat(columns: Columns): string {
  const text = (column: string): string => readColumnText(columns, column);
  const port = text('logical_port');
  const where = port === '' ? '' : ` at ${port}`;
  if (text('type') === 'dnat')
    return `translates the destination ${text('external_ip')} to ${text('logical_ip')}${where}`;
  return `translates the source ${text('logical_ip')} to ${text('external_ip')}${where}`;
}

function listing(names: readonly string[], one: string, many = `${one}s`): string {
  return names.length === 0 ? `no ${one}` : `${plural(names.length, one, many)}: ${listNames(names)}`;
}
