import { describe, expect, it } from 'vitest';
import { compile } from '../../../src/compile/compile.js';
import { joinParts } from '../../rig/joined-zone.js';
import { readChunks } from '../../../src/std/byte-writer.js';
import { egressNode } from '../../kinds/egress-ip/objects.js';
import { configurationOf } from '../3-index/inventory.js';

/** Nodes of one zone, and one of another. */
function nodesOf(ready = true) {
  const zoned = (name: string, id: number, zone: string, isReady: boolean) => {
    const node = egressNode(name, id, { labelled: false, ready: isReady });
    const { metadata } = node as { metadata: { annotations: Record<string, string> } };
    metadata.annotations['k8s.ovn.org/zone-name'] = zone;
    return node;
  };
  return [zoned('otter', 12, 'east', true), zoned('heron', 11, 'east', ready), zoned('ibis', 13, 'west', true)];
}

/** `<subnet> via <next hop>` of the source routes of the zone's cluster router, and the findings about zones. */
function compileZone(zone: string, weirYaml: string, ready = true): { routes: string[]; said: string[] } {
  const text = nodesOf(ready)
    .map((node) => `---\n${JSON.stringify(node)}\n`)
    .join('');
  const { artefacts, diagnostics } = compile({
    configuration: configurationOf(`allowEmpty: true\n${weirYaml}`),
    files: [{ path: 'all.yaml', text }],
  });
  const { rows } = joinParts(new Map(artefacts.map(({ path, content }) => [path, readChunks(content)])), zone);
  const routes = (rows.Logical_Router_Static_Route ?? {}) as Record<string, { ip_prefix: string; nexthop: string }>;
  return {
    routes: Object.values(routes).map(({ ip_prefix, nexthop }) => `${ip_prefix} via ${nexthop}`),
    said: diagnostics
      .filter(({ code }) => code === 'inventory/zone-of-several-nodes')
      .map(({ severity, resource, pointer }) => `${severity} ${resource?.name ?? ''} ${pointer ?? ''}`),
  };
}

const TWO_SUBNETS = 'interconnect: true\nclusterSubnets: [10.128.0.0/14/23, 10.132.0.0/14/23]\n';

describe('the source routes of an interconnected zone of several nodes', () => {
  it('are one for each cluster subnet, to the first node by name, and the zone is warned of', () => {
    expect(compileZone('east', TWO_SUBNETS)).toEqual({
      routes: ['10.128.0.0/14 via 100.64.0.11', '10.132.0.0/14 via 100.64.0.11'],
      said: ['warning otter /metadata/annotations/k8s.ovn.org~1zone-name'],
    });
  });

  it('go to a node that is not ready where EgressIP is on, and to the first ready one with EgressService alone', () => {
    const routesWith = (features: string): string[] =>
      compileZone('east', `interconnect: true\nfeatures: [${features}]\n`, false).routes;
    expect(routesWith('egressIP, egressService')).toEqual(['10.128.0.0/14 via 100.64.0.11']);
    expect(routesWith('egressService')).toEqual(['10.128.0.0/14 via 100.64.0.12']);
  });

  it('have no finding without interconnect or without EgressIP', () => {
    expect(compileZone('east', 'interconnect: false').said).toEqual([]);
    expect(compileZone('east', 'interconnect: true\nfeatures: [egressService]').said).toEqual([]);
  });
});
