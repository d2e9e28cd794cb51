import { describe, expect, it } from 'vitest';
import { egressIP, egressNode, place, shop, shopPod } from './objects.js';
import type { JsonObject } from '../../../src/std/json.js';

const LABEL = 'k8s.ovn.org/primary-user-defined-network';
const SAID = 'rejected egress-ip/user-defined-network';
const NOT_COMPILED = 'warning egress-ip/other-primary-network /spec/namespaceSelector';

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

  it('is refused to pods that the other addresses of the object could serve', () => {
    const { said } = place([...nodes, ...both, egressIP('a', ['192.168.10.100', '172.20.0.50'], all)]);
    expect(said.filter((text) => text.includes('network'))).toEqual([`${SAID} /spec/egressIPs/1`, NOT_COMPILED]);
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

describe('an address of the primary network', () => {
  it('changes nothing on the default network for pods that are on another', () => {
    const { reroutes, translations, items, said } = place([...nodes, ...both, egressIP('a', ['192.168.10.100'], all)]);
    expect(reroutes.map(({ pods }) => namesOf(pods))).toEqual([['web-0']]);
    expect(translations.map(({ pods }) => namesOf(pods))).toEqual([['web-0']]);
    expect(items).toEqual(['a 192.168.10.100 n2']);
    expect(said).toContain(NOT_COMPILED);
  });

  it('does nothing at all where every pod is on another network', () => {
    const { reroutes, translations } = place([
      ...nodes,
      market,
      ofMarket,
      canal,
      egressIP('a', ['192.168.10.100'], all),
    ]);
    expect([...reroutes, ...translations]).toEqual([]);
  });
});
