import type { Row } from '../model/northbound.js';
import { readEntry, mapOf, readColumnText } from '../northbound/row-columns.js';
import { formatSocket } from '../net/address.js';
import type { Protocol } from './packet.js';
import type { Zone } from './zone.js';

/** A target of a virtual address, with its port. */
export interface BackendTarget {
  readonly address: string;
  readonly port: number;
}

/** A virtual address of a load balancer. */
export interface VirtualAddress {
  readonly row: Row;
  readonly targets: readonly BackendTarget[];
  /** If true, connections without a target are rejected. */
  readonly rejects: boolean;
  /** If true, a router keeps the source of packets that it distributes. */
  readonly skipsSnat: boolean;
  /** Source addresses that a pod sees in packets that it sends to itself. */
  readonly hairpinSources: readonly string[];
}

/** Returns the virtual address that a packet is sent to. */
export type VirtualAddresses = (protocol: Protocol, address: string, port: number) => VirtualAddress | undefined;

/** Indexes load balancers as a chassis sees them: variables have its own values. */
export function indexBalancers(zone: Zone, keys: readonly string[], chassis: string): VirtualAddresses {
  const variables = mapOf(zone.row('Chassis_Template_Var', chassis)?.columns ?? {}, 'variables');
  const replace = (text: string): string =>
    text.replaceAll(/\^(\w+)/g, (written, name: string) => String(variables[name] ?? written));
  // The value of a variable has no brackets, unlike the address of a socket.
  const replaceVip = (vip: string): string => {
    const [, name = '', port] = /^\^(\w+):(\d+)$/.exec(vip) ?? [];
    const value = variables[name];
    return port === undefined || value === undefined ? replace(vip) : formatSocket(String(value), port);
  };
  const found = new Map<string, { readonly row: Row; readonly targets: string }>();
  for (const key of keys) {
    const row = zone.row('Load_Balancer', key);
    if (!row) continue;
    const { columns } = row;
    const isTemplate = readEntry(columns, 'options', 'template') === 'true';
    const protocol = readColumnText(columns, 'protocol').toUpperCase() || 'TCP';
    for (const [vip, targets] of Object.entries(mapOf(columns, 'vips'))) {
      const text = String(targets);
      found.set(`${protocol} ${isTemplate ? replaceVip(vip) : vip}`, {
        row,
        targets: isTemplate ? replace(text) : text,
      });
    }
  }
  return (protocol, address, port) => {
    const one = found.get(`${protocol} ${formatSocket(address, port)}`);
    return one && virtualAddressOf(one.row, one.targets);
  };
}

function virtualAddressOf(row: Row, targets: string): VirtualAddress {
  const { columns } = row;
  return {
    row,
    targets: targets.split(',').flatMap(parseTarget),
    rejects: readEntry(columns, 'options', 'reject') === 'true',
    skipsSnat: readEntry(columns, 'options', 'skip_snat') === 'true',
    hairpinSources: (readEntry(columns, 'options', 'hairpin_snat_ip') ?? '').split(' '),
  };
}

function parseTarget(text: string): BackendTarget[] {
  const [, address, port] = /^\[?([0-9a-fA-F.:]+?)\]?:(\d+)$/.exec(text) ?? [];
  return address === undefined ? [] : [{ address, port: Number(port) }];
}
