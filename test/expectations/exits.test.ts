import { expect, test } from 'vitest';
import { createExitFinder } from '../../src/expectations/exits.js';
import type { Node } from '../../src/model/cluster.js';
import type { EgressIntent } from '../../src/traffic/collect-traffic.js';
import { causeOf } from '../compile/6-emit/fixture.js';
import { address, clusterOf, configurationOf, nodeOf, podOf } from '../compile/6-emit/topology/fixture.js';

const [heron, otter] = [nodeOf('heron', 2), nodeOf('otter', 3)];
const duck = podOf('heron', 'duck', ['10.60.2.7']);

function throughHost(host: Node): EgressIntent {
  const sources = [{ address: address('10.60.2.7'), nodeName: duck.nodeName }];
  return { effect: 'reroute-through-host', sources, host, cause: causeOf(host.name) };
}

test('an unknown source is one of the node only if no packet of the pod leaves by the host of another node', () => {
  const context = { cluster: clusterOf([heron, otter], [duck]), configuration: configurationOf() };
  const sourceOf = (...hosts: readonly Node[]) =>
    createExitFinder(hosts.map(throughHost), context)(duck, 'IPv4').source;
  expect(sourceOf(heron)).toMatchObject({ values: [], isOfNode: true });
  expect(sourceOf(heron, otter)).toMatchObject({ values: [], isOfNode: false });
  expect(sourceOf(otter, heron)).toMatchObject({ values: [], isOfNode: false });
});
