import { describe, expect, it } from 'vitest';
import { reportOverlaps } from '../../src/4-lower/overlaps.js';
import type { Report } from '../../src/model/diagnostic.js';
import type { JsonObject } from '../../src/model/manifest.js';
import { INTERCONNECT, egressIP, egressNode, place, shop, shopPod } from './egress-ip.js';
import { objectsOf } from './egress-service.js';
import { lowerObjects } from './pipeline.js';

const LABEL = 'k8s.ovn.org/primary-user-defined-network';
const SAID = 'rejected egress-ip/user-defined-network';

/** n2 is in the primary network alone, n3 in a secondary one too. */
const nodes = [egressNode('n2', 12), egressNode('n3', 13, { others: ['172.20.0.13/24'] })];
const ofShop = shopPod('web-0', 'n2', ['10.128.24.7']);
const market: JsonObject = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'market', labels: { [LABEL]: '' } },
};
const ofMarket: JsonObject = {
  ...shopPod('stall-0', 'n3', ['10.128.26.7']),
  metadata: { name: 'stall-0', namespace: 'market' },
};
const canal: JsonObject = {
  apiVersion: 'k8s.ovn.org/v1',
  kind: 'UserDefinedNetwork',
  metadata: { name: 'canal', namespace: 'market' },
  spec: { topology: 'Layer2', layer2: { role: 'Primary' } },
};
const both = [shop, market, ofShop, ofMarket, canal];
const all = { namespaceSelector: { matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'Exists' }] } };
const namesOf = (pods: readonly { readonly name: string }[]): string[] => pods.map(({ name }) => name);

describe('an address of a secondary host network', () => {
  it('serves the pods of the default network and no others', () => {
    const { reroutes, translations, said, items } = place([...nodes, ...both, egressIP('a', ['172.20.0.50'], all)]);
    expect(reroutes.map(({ pods }) => namesOf(pods))).toEqual([['web-0']]);
    expect(translations.map(({ pods }) => namesOf(pods))).toEqual([['web-0']]);
    expect(said).toContain(`${SAID} /spec/egressIPs/0`);
    expect(items).toEqual(['a 172.20.0.50 n3']);
  });

  it('keeps its node where it serves nobody', () => {
    const outcome = place([...nodes, market, ofMarket, canal, egressIP('a', ['172.20.0.50'], all)]);
    expect([...outcome.reroutes, ...outcome.translations]).toEqual([]);
    expect(outcome.items).toEqual(['a 172.20.0.50 n3']);
    expect(outcome.said).toContain(`${SAID} /spec/egressIPs/0`);
  });

  it('leaves the other addresses of the object to all pods', () => {
    const { reroutes, translations, said } = place([
      ...nodes,
      ...both,
      egressIP('a', ['192.168.10.100', '172.20.0.50'], all),
    ]);
    const told = reroutes.map(({ pods, points }) => [namesOf(pods), points.map(({ network }) => network)]);
    expect(told).toEqual([
      [['web-0'], ['primary', 'secondary']],
      [['stall-0'], ['primary']],
    ]);
    expect(translations.map(({ pods, point }) => [point.address, namesOf(pods)])).toEqual([
      ['192.168.10.100', ['stall-0', 'web-0']],
      ['172.20.0.50', ['web-0']],
    ]);
    expect(said.filter((text) => text.startsWith(SAID))).toEqual([`${SAID} /spec/egressIPs/1`]);
  });

  it.each([
    ['the network is a secondary one', { ...canal, spec: { topology: 'Layer2', layer2: { role: 'Secondary' } } }],
    ['the network is of another namespace', { ...canal, metadata: { name: 'canal', namespace: 'shop' } }],
  ])('serves all pods where %s', (_, network) => {
    const { reroutes, said } = place([
      ...nodes,
      shop,
      market,
      ofShop,
      ofMarket,
      network,
      egressIP('a', ['172.20.0.50'], all),
    ]);
    expect(reroutes.map(({ pods }) => namesOf(pods))).toEqual([['stall-0', 'web-0']]);
    expect(said.join()).not.toContain(SAID);
  });
});

it('an address of the primary network serves pods of every network', () => {
  const { reroutes, said } = place([...nodes, ...both, egressIP('a', ['192.168.10.100'], all)]);
  expect(reroutes.map(({ pods }) => namesOf(pods))).toEqual([['stall-0', 'web-0']]);
  expect(said.join()).not.toContain(SAID);
});

it('an EgressService that wins over an EgressIP is told once, whatever addresses its pods have', () => {
  const service = objectsOf({ number: 1, endpoints: ['10.128.24.7 n2', '10.128.26.7 n3'] });
  const wanted = egressIP('a', ['192.168.10.100', '172.20.0.50'], all);
  const { intents } = lowerObjects([...nodes, ...both, ...service, wanted], INTERCONNECT);
  const reports: Report[] = [];
  reportOverlaps(intents, (report) => reports.push(report));
  expect(intents.filter(({ effect }) => effect === 'reroute')).toHaveLength(2);
  expect(reports.map(({ code }) => code)).toEqual(['egress-service/wins-over-egress-ip']);
  expect(reports[0]?.message).toMatch(/shop\/web-0.*market\/stall-0/);
});
