import { describe, expect, it } from 'vitest';
import { readAttachment } from '../../../src/compile/3-index/attachment.js';
import type { Report } from '../../../src/model/diagnostic.js';
import type { Manifest } from '../../../src/model/manifest.js';
import type { Json, JsonObject } from '../../../src/std/json.js';

/** What a NetworkAttachmentDefinition `mill/blue` says, and what is said of it. */
function read(config: Json): { said: string[]; ranges: number } {
  const reports: Report[] = [];
  const object: JsonObject = { spec: { config: JSON.stringify(config) } };
  const origin = {} as Manifest['origin'];
  const apiVersion = 'k8s.cni.cncf.io/v1';
  const kind = 'NetworkAttachmentDefinition';
  const manifest: Manifest = { apiVersion, kind, namespace: 'mill', name: 'blue', object, origin };
  const { ranges } = readAttachment(manifest, (one) => reports.push(one));
  return { said: reports.map(({ code, message }) => `${code}: ${message}`), ranges: ranges.length };
}

const OVERLAY: JsonObject = {
  name: 'blue',
  type: 'ovn-k8s-cni-overlay',
  topology: 'layer2',
  netAttachDefName: 'mill/blue',
  subnets: '10.77.0.0/16,fd00:77::/64',
};

describe('a network of OVN-Kubernetes', () => {
  it.each<[JsonObject, string]>([
    [{ netAttachDefName: 'mill/red' }, 'net-attach-def name (mill/blue) is inconsistent with config (mill/red)'],
    [{ role: 'main' }, 'invalid network role value main'],
    [
      { ipam: { type: 'whereabouts' } },
      'IPAM key is not supported. Use OVN-K provided IPAM via the `subnets` attribute',
    ],
    [{ topology: 'layer3', subnets: '', allowPersistentIPs: true }, 'layer3 topology does not allow persistent IPs'],
    [{ role: 'primary', subnets: '' }, 'the subnet attribute must be defined for layer2 primary user defined networks'],
    [{ topology: 'layer4' }, "'layer4' is not a topology"],
    [{ topology: 'localnet', role: 'primary' }, 'localnet topology does not allow the role primary'],
    [{ topology: 'localnet', joinSubnet: '100.65.0.0/16' }, 'localnet topology does not allow joinSubnet'],
    [
      { topology: 'layer3', infrastructureSubnets: '10.77.0.0/24' },
      'layer3 topology does not allow infrastructureSubnets',
    ],
    [{ topology: 'layer3', defaultGatewayIPs: '10.77.0.1' }, 'layer3 topology does not allow defaultGatewayIPs'],
    [{ defaultGatewayIPs: '10.77.0.1,gate' }, "'gate' in defaultGatewayIPs is not an address"],
    [{ subnets: '10.77.0.0/16/24' }, "'10.77.0.0/16/24' in subnets is not a network"],
    [{ topology: 'layer3', subnets: '10.77.0.0/16/16' }, "'10.77.0.0/16/16' in subnets is not a network"],
    [{ excludeSubnets: '10.77.0.1' }, "'10.77.0.1' in excludeSubnets is not a network"],
    [{ role: 'primary', transitSubnet: '100.90.0.0' }, "'100.90.0.0' in transitSubnet is not a network"],
    [{ transport: 'vxlan' }, "'vxlan' is not a transport"],
    [{ plugins: [OVERLAY, { type: 'tuning' }] }, 'CNI plugin chaining is not supported'],
  ])('with %j is refused', (change, why) => {
    expect(read({ ...OVERLAY, ...change }).said).toEqual([
      `attachment/rejected-network: error parsing Network Attachment Definition mill/blue: ${why}`,
    ]);
  });

  it.each<JsonObject>([
    {},
    { topology: 'layer3', subnets: '10.77.0.0/16/24, fd00:77::/48/64', transport: 'evpn', role: 'primary' },
    { topology: 'localnet', subnets: '', ipam: {}, vlanID: 7 },
    { name: 'default', netAttachDefName: 'mill/red' },
    { type: 'macvlan', topology: 'layer4' },
    // Only primary networks of layer 2 have a transit network.
    { role: 'primary', transitSubnet: '100.90.0.0/16' },
    { transitSubnet: '100.90.0.0' },
    { topology: 'layer3', role: 'primary', transitSubnet: '100.90.0.0', excludeSubnets: '10.77.0.1' },
    { topology: 'localnet', transitSubnet: '100.90.0.0' },
  ])('with %j is taken', (change) => {
    expect(read({ ...OVERLAY, ...change }).said).toEqual([]);
  });
});

describe('the ranges of whereabouts', () => {
  it.each<[JsonObject, string]>([
    [
      { range: '10.1.0.0/31' },
      "attachment/bad-range: range '10.1.0.0/31' is invalid: it has no address between its first and its last one",
    ],
    [{ range: '10.1.0.7' }, "attachment/bad-range: range '10.1.0.7' is invalid: it is not a network"],
    [
      { range: '10.1.0.0/24', exclude: ['10.1.0.9', 'x'] },
      "attachment/bad-exclude: expected a network or an address in 'exclude', found 'x'",
    ],
  ])('%j are warned of', (ipam, said) => {
    expect(read({ type: 'macvlan', ipam: { type: 'whereabouts', ...ipam } }).said).toEqual([said]);
  });

  it('are the own one, where there is one, and those of the list', () => {
    const ipRanges = [{ range: '10.1.0.0/24' }, { range: '10.2.0.10-10.2.0.20/24' }];
    expect(read({ type: 'macvlan', ipam: { type: 'whereabouts', ipRanges } })).toEqual({ said: [], ranges: 2 });
    const both = { type: 'whereabouts', range: '10.3.0.0/24', ipRanges };
    expect(read({ plugins: [{ type: 'macvlan', ipam: both }, { type: 'tuning' }] })).toEqual({ said: [], ranges: 3 });
  });
});
