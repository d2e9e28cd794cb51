import { isInterfaceWord } from '../../../ovn-kubernetes/interface-word.js';
import { LOCAL_GATEWAY_SETTINGS } from '../../../ovn-kubernetes/settings.js';
import type { HostAddress, HostRoute, HostRoutes, RoutingRule } from '../../../model/node-state.js';
import { type Family, parseAddress, formatAddress, widthOf } from '../../../net/address.js';
import { formatPrefix, parseCIDR } from '../../../net/prefix.js';
import { isOwnRule } from './own.js';
import { type JsonObject, isObject } from '../../../std/json.js';

/** Kernel settings of Weir, by name. */
const SETTINGS: ReadonlyMap<string, unknown> = new Map(Object.entries(LOCAL_GATEWAY_SETTINGS));
/** A name of rt_tables that is one word of `ip`, and no number. */
const TABLE_NAME = /^[A-Za-z_][A-Za-z0-9_.-]{0,62}$/;
const LARGEST_TABLE = 2 ** 32 - 1;

/** Error that names the part of a file which Weir does not write. */
class InvalidRoutes extends Error {}

/**
 * Parses `routes.json`. The author of the folder is only trusted to route packets. If an address, interface name, or
 * number of a rule, route or table is invalid, rejects the whole file and returns a sentence. `tables` are the numbers
 * of the tables that `tableNamesIn` finds.
 */
export function parseHostRoutes(text: string, tables: ReadonlyMap<string, number>): HostRoutes | string {
  return orRefusal(() => {
    const { addresses, rules, routes, sysctls } = parseObject(text);
    return {
      addresses: listOf(addresses, 'addresses').map(parseHostAddress),
      rules: listOf(rules, 'rules').map((item) => parseRule(item, tables)),
      routes: listOf(routes, 'routes').map(parseRoute),
      sysctls: parseSysctls(sysctls),
    };
  });
}

/**
 * Returns the names of route tables in `routes.json`, all of them words, or an error message. Only the host knows their
 * numbers.
 */
export function tableNamesIn(text: string): readonly string[] | string {
  return orRefusal(() => {
    const named = listOf(parseObject(text).rules, 'rules').filter(({ table }) => typeof table === 'string');
    const names = named.map((item) => {
      const { table } = item;
      return typeof table === 'string' && TABLE_NAME.test(table) ? table : refuse(item, 'table');
    });
    return [...new Set(names)];
  });
}

function orRefusal<T>(parse: () => T): T | string {
  try {
    return parse();
  } catch (thrown) {
    if (thrown instanceof InvalidRoutes) return thrown.message;
    if (thrown instanceof SyntaxError) return 'it is not JSON';
    throw thrown;
  }
}

function parseObject(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw new InvalidRoutes('it is not a JSON object');
  return value;
}

function listOf(value: unknown, name: string): readonly JsonObject[] {
  if (!Array.isArray(value) || !value.every(isObject)) throw new InvalidRoutes(`'${name}' is not a list of objects`);
  return value;
}

function refuse(item: JsonObject, what: string): never {
  throw new InvalidRoutes(`${JSON.stringify(item).slice(0, 200)} has no valid ${what}`);
}

function parseHostAddress(item: JsonObject): HostAddress {
  const cidr = typeof item.address === 'string' ? parseCIDR(item.address) : undefined;
  if (!cidr) return refuse(item, 'address');
  if (cidr.prefix.length !== widthOf(cidr.prefix.family)) return refuse(item, 'address with a host prefix');
  return { interface: interfaceOf(item), family: cidr.prefix.family, address: formatAddress(cidr.address) };
}

function parseRule(item: JsonObject, tables: ReadonlyMap<string, number>): RoutingRule {
  const { from, fwmark, sport, table: written } = item;
  const table = typeof written === 'string' ? tables.get(written) : written;
  const family = familyOf(item);
  const rule: RoutingRule = {
    family,
    priority: numberOf(item, 'priority', 32765),
    ...(from === undefined ? {} : { from: addressOf(item, 'from', family) }),
    ...(fwmark === undefined ? {} : { fwmark: numberOf(item, 'fwmark', LARGEST_TABLE) }),
    ...(sport === undefined ? {} : { sport: numberOf(item, 'sport', 65535) }),
    table: numberOf({ ...item, ...(table === undefined ? {} : { table }) }, 'table', LARGEST_TABLE),
  };
  return isOwnRule(rule) ? rule : refuse(item, 'priority, selector and table of a rule of Weir');
}

function parseRoute(item: JsonObject): HostRoute {
  const family = familyOf(item);
  const { destination, via } = item;
  const prefix = typeof destination === 'string' ? parseCIDR(destination)?.prefix : undefined;
  if (prefix?.family !== family) return refuse(item, 'destination');
  return {
    family,
    table: numberOf(item, 'table', LARGEST_TABLE),
    destination: formatPrefix(prefix),
    ...(via === undefined ? {} : { via: addressOf(item, 'via', family) }),
    interface: interfaceOf(item),
  };
}

function parseSysctls(value: unknown): ReadonlyMap<string, string> {
  if (!isObject(value)) throw new InvalidRoutes(`'sysctls' is not an object`);
  const entries = Object.entries(value).map(([name, setting]): [string, string] => {
    if (typeof setting === 'string' && SETTINGS.get(name) === setting) return [name, setting];
    return refuse({ [name]: setting }, 'name and value of a setting of Weir');
  });
  return new Map(entries);
}

function familyOf(item: JsonObject): Family {
  return item.family === 'IPv4' || item.family === 'IPv6' ? item.family : refuse(item, 'family');
}

function interfaceOf(item: JsonObject): string {
  const name = item.interface;
  return typeof name === 'string' && isInterfaceWord(name) ? name : refuse(item, 'interface');
}

function addressOf(item: JsonObject, name: string, family: Family): string {
  const text = item[name];
  const address = typeof text === 'string' ? parseAddress(text) : undefined;
  return address?.family === family ? formatAddress(address) : refuse(item, name);
}

function numberOf(item: JsonObject, name: string, largest: number): number {
  const value = item[name];
  const isNumber = typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= largest;
  return isNumber ? value : refuse(item, name);
}
