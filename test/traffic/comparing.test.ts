import { describe, expect, it } from 'vitest';
import type { Cluster, Pod } from '../../src/model/cluster.js';
import type { Destination, FilterRule } from '../../src/model/intent/filter.js';
import { parsePrefix } from '../../src/net/prefix.js';
import { readAddress } from '../../src/net/address.js';
import { type AddressRange, mergeRanges, rangeOfPrefix } from '../../src/traffic/filters/address-range.js';
import { maySend } from '../../src/traffic/filters/source.js';
import { formatTransport, transportOf } from '../../src/traffic/filters/transport-range.js';
import { sameFilter } from '../../src/traffic/same.js';
import { classifySources } from '../../src/traffic/source.js';

describe('ports in words', () => {
  it.each([
    ['any protocol', []],
    ['TCP', [{ protocol: 'TCP' }]],
    ['TCP; UDP; SCTP', [{ protocol: 'TCP' }, { protocol: 'UDP' }, { protocol: 'SCTP' }]],
    ['TCP 0', [{ protocol: 'TCP', port: 0 }]],
    [
      'TCP 443; UDP 53',
      [
        { protocol: 'UDP', port: 53 },
        { protocol: 'TCP', port: 443 },
      ],
    ],
  ] as const)('are %s', (text, ports) => {
    expect(formatTransport(transportOf(ports))).toBe(text);
  });
});

function networks(...texts: readonly string[]): AddressRange[] {
  return texts.map((text) => {
    const prefix = parsePrefix(text);
    if (!prefix) throw new Error(`${text} is not a network`);
    return rangeOfPrefix(prefix);
  });
}

describe('networks as ranges', () => {
  it('are one range where they touch or overlap, and two where an address is between them', () => {
    const whole = networks('203.0.112.0/23');
    expect(mergeRanges(networks('203.0.113.0/24', '203.0.112.0/24'))).toEqual(whole);
    expect(mergeRanges(networks('203.0.112.0/23', '203.0.112.0/24'))).toEqual(whole);
    const apart = networks('203.0.112.0/32', '203.0.112.2/32');
    expect(mergeRanges(apart)).toEqual(apart);
  });
});

describe('two filters', () => {
  const filter = (destination: Destination): FilterRule =>
    ({
      source: { namespace: 'shop' },
      order: 0,
      verdict: 'allow',
      destinations: [destination],
      ports: [],
      cause: { kind: 'EgressFirewall', namespace: 'shop', name: 'default', pointer: '' },
    }) as unknown as FilterRule;
  const name = (text: string): Destination => ({ type: 'name', set: { name: text, addresses: [] } });
  const address: Destination = {
    type: 'address',
    address: { family: 'IPv4', value: 0xcb_00_71_01n, text: '203.0.113.1' },
  };

  it('are the same for one DNS name, and differ where one has another name or an address', () => {
    expect(sameFilter(filter(name('a.example')), filter(name('a.example')))).toBe(true);
    expect(sameFilter(filter(name('a.example')), filter(name('b.example')))).toBe(false);
    expect(sameFilter(filter(name('a.example')), filter(address))).toBe(false);
    expect(sameFilter(filter(address), filter(name('a.example')))).toBe(false);
  });
});

function pod(podName: string, ...addresses: readonly string[]): Pod {
  return { namespace: 'shop', name: podName, addresses: addresses.map(readAddress) } as unknown as Pod;
}

describe('a pod', () => {
  it('may send packets of the families of its addresses, and of both while it has none', () => {
    const families = (one: Pod): boolean[] => [maySend(one, 'IPv4'), maySend(one, 'IPv6')];
    expect(families(pod('a', '10.128.0.5'))).toEqual([true, false]);
    expect(families(pod('a', 'fd01::5'))).toEqual([false, true]);
    expect(families(pod('a'))).toEqual([true, true]);
  });
});

describe('the pods of a namespace', () => {
  const [web, db, later] = [pod('web', '10.128.0.5'), pod('db', '10.128.0.6'), pod('later', '10.128.0.7')];
  const clusterOf = (...pods: readonly Pod[]): Cluster =>
    ({ podsByNamespace: new Map([['shop', pods]]) }) as unknown as Cluster;
  const clusters = { before: clusterOf(web, db), after: clusterOf(web, db, later) };
  const rule = (id: string, ...pods: readonly Pod[]) => ({
    id,
    source: { namespace: 'shop', ...(pods.length > 0 ? { pods } : {}) },
  });
  type Rule = ReturnType<typeof rule>;
  const classesOf = (before: readonly Rule[], after: readonly Rule[]): unknown =>
    classifySources('shop', { before, after } as unknown as Parameters<typeof classifySources<never>>[1], clusters).map(
      ({ pods, ...sides }) => [
        pods?.map((one) => one.name) ?? 'the others',
        ...(['before', 'after'] as const).map((side) =>
          (sides[side] as unknown as readonly Rule[]).map(({ id }) => id),
        ),
      ],
    );

  it('are one class where every rule is for all of them', () => {
    expect(classesOf([rule('a')], [])).toEqual([['the others', ['a'], []]]);
    expect(classesOf([], [])).toEqual([]);
  });

  it('are a class for each set of rules that picks them, without those that are new', () => {
    expect(classesOf([rule('a', web)], [rule('b', web, later), rule('c', db)])).toEqual([
      [['web'], ['a'], ['b']],
      [['db'], [], ['c']],
    ]);
    expect(classesOf([rule('a', web), rule('all')], [rule('all')])).toEqual([
      ['the others', ['all'], ['all']],
      [['web'], ['a', 'all'], ['all']],
    ]);
  });
});
