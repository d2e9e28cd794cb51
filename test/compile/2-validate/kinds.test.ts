import { describe, expect, it } from 'vitest';
import { adminPolicyBasedExternalRoute } from '../../../src/kinds/admin-policy-based-external-route/index.js';
import { cloudPrivateIPConfig } from '../../../src/kinds/cloud-private-ip-config/index.js';
import { egressFirewallSchema } from '../../../src/kinds/egress-firewall/schema.js';
import { egressIP } from '../../../src/kinds/egress-ip/index.js';
import { egressQosSchema } from '../../../src/kinds/egress-qos/schema.js';
import { egressRouter } from '../../../src/kinds/egress-router/index.js';
import { egressService } from '../../../src/kinds/egress-service/index.js';
import type { Kind } from '../../../src/kinds/contract/kind.js';
import { verdicts } from './manifest.js';
import type { Json, JsonObject } from '../../../src/std/json.js';

const GROUP = 'k8s.ovn.org/v1';
const egressFirewall: Kind = {
  apiVersion: GROUP,
  kind: 'EgressFirewall',
  namespaced: true,
  messages: {},
  definition: { schema: egressFirewallSchema, onlyName: 'default' },
};
const egressQoS: Kind = {
  ...egressFirewall,
  kind: 'EgressQoS',
  definition: { schema: egressQosSchema, onlyName: 'default' },
};

function make({ apiVersion, kind, namespaced }: Kind, name: string, spec: Json, status?: Json): JsonObject {
  const metadata = namespaced ? { name, namespace: 'pier' } : { name };
  return { apiVersion, kind, metadata, spec, ...(status !== undefined && { status }) };
}
const firewall = (...egress: Json[]): string[] => verdicts(egressFirewall, make(egressFirewall, 'default', { egress }));
const qos = (...egress: Json[]): string[] => verdicts(egressQoS, make(egressQoS, 'default', { egress }));
const ips = (spec: Json, status?: Json): string[] => verdicts(egressIP, make(egressIP, 'silver', spec, status));
const service = (spec: Json, status?: Json): string[] =>
  verdicts(egressService, make(egressService, 'kiosk', spec, status));
const route = (nextHops: Json): string[] =>
  verdicts(
    adminPolicyBasedExternalRoute,
    make(adminPolicyBasedExternalRoute, 'west', { from: { namespaceSelector: {} }, nextHops }),
  );
const router = (spec: JsonObject): string[] =>
  verdicts(egressRouter, make(egressRouter, 'gate', { redirect: {}, addresses: [{ ip: '198.51.100.2/28' }], ...spec }));
const cloudAddress = (name: string): string[] =>
  verdicts(cloudPrivateIPConfig, make(cloudPrivateIPConfig, name, { node: 'larch' }));

describe('EgressFirewall', () => {
  const to = { cidrSelector: '198.51.100.0/25' };

  it('takes each sort of destination and no rules at all', () => {
    expect(firewall()).toEqual([]);
    expect(
      firewall(
        { type: 'Allow', to, ports: [{ port: 5060, protocol: 'SCTP' }] },
        { type: 'Deny', to: { dnsName: '*.example.org.' } },
        { type: 'Deny', to: { nodeSelector: { matchLabels: { role: 'edge' } } } },
      ),
    ).toEqual([]);
  });

  it('refuses types and protocols that the ungrouped patterns of the definition would let pass', () => {
    expect(firewall({ type: 'Allowed', to, ports: [{ port: 1, protocol: 'XUDPX' }] })).toEqual([
      'error schema/not-a-choice /spec/egress/0/type',
      'error schema/not-a-choice /spec/egress/0/ports/0/protocol',
    ]);
  });

  it('refuses two destinations in one rule, and none', () => {
    expect(firewall({ type: 'Deny', to: { ...to, dnsName: 'example.org' } })).toEqual([
      'error schema/too-many /spec/egress/0/to',
    ]);
    expect(firewall({ type: 'Deny', to: {} })).toEqual(['error schema/too-few /spec/egress/0/to']);
  });

  it('counts a destination that is null as absent', () => {
    expect(firewall({ type: 'Deny', to: { ...to, dnsName: null } })).toEqual([]);
    expect(firewall({ type: 'Deny', to: { cidrSelector: null } })).toEqual(['error schema/too-few /spec/egress/0/to']);
  });

  it('refuses a name with a star inside and a port that is no 16-bit number', () => {
    expect(firewall({ type: 'Deny', to: { dnsName: 'a.*.example.org' } })).toEqual([
      'error schema/bad-pattern /spec/egress/0/to/dnsName',
    ]);
    expect(firewall({ type: 'Deny', to, ports: [{ port: 65536, protocol: 'TCP' }] })).toEqual([
      'error schema/out-of-range /spec/egress/0/ports/0/port',
    ]);
  });
});

describe('EgressQoS', () => {
  it('may have no spec', () => {
    const object: JsonObject = {
      apiVersion: GROUP,
      kind: 'EgressQoS',
      metadata: { name: 'default', namespace: 'pier' },
    };
    expect(verdicts(egressQoS, object)).toEqual([]);
  });

  it('takes DSCP 0 and 63 and refuses -1, 64 and half numbers', () => {
    expect(qos({ dscp: 0 }, { dscp: 63 })).toEqual([]);
    expect(qos({ dscp: -1 }, { dscp: 64 }, { dscp: 7.5 })).toEqual([
      'error schema/out-of-range /spec/egress/0/dscp',
      'error schema/out-of-range /spec/egress/1/dscp',
      'error schema/wrong-type /spec/egress/2/dscp',
    ]);
  });

  it.each(['192.0.2.9/31', '0192.000.2.9/031', '2001:db8::/32', '::ffff:192.0.2.0/24', '00001::/16'])(
    'takes the CIDR %s',
    (dstCIDR) => {
      expect(qos({ dscp: 8, dstCIDR })).toEqual([]);
    },
  );

  it.each(['', '192.0.2.9', '192.0.2.9/33', '192.0.2/24', '192.0.2.9/+8', '2001:db8::/129', 'fe80::1%eth0/64', '/8'])(
    'refuses the CIDR %j',
    (dstCIDR) => {
      expect(qos({ dscp: 8, dstCIDR })).toEqual(['error schema/bad-format /spec/egress/0/dstCIDR']);
    },
  );
});

describe('EgressIP', () => {
  const spec = { egressIPs: ['198.51.100.7'], namespaceSelector: {} };

  it('takes any string as an address, for the definition has no format for it', () => {
    expect(ips({ ...spec, egressIPs: ['nonsense'] })).toEqual([]);
  });

  it('checks its status, which the API server stores as written', () => {
    expect(ips(spec, { items: [{ node: 'larch' }] })).toEqual(['error schema/missing-field /status/items/0']);
  });

  it('takes an unknown operator in a selector but no operator that is not a string', () => {
    const withOperator = (operator: Json): Json => ({
      ...spec,
      podSelector: { matchExpressions: [{ key: 'tier', operator, values: ['a'] }] },
    });
    expect(ips(withOperator('Near'))).toEqual([]);
    expect(ips(withOperator(true))).toEqual(['error schema/wrong-type /spec/podSelector/matchExpressions/0/operator']);
  });

  it('warns of a mark in an object that was not read from a cluster', () => {
    const mark = 'k8s.ovn.org/egressip-mark';
    const object = make(egressIP, 'silver', spec);
    object.metadata = { name: 'silver', annotations: { [mark]: '50001' } };
    expect(verdicts(egressIP, object)).toEqual([
      'warning egress-ip/mark-set /metadata/annotations/k8s.ovn.org~1egressip-mark',
    ]);
    expect(verdicts(egressIP, { ...object, status: { items: [] } })).toEqual([]);
  });
});

describe('EgressService', () => {
  it('takes an empty spec and refuses an unknown source of the address', () => {
    expect(service({})).toEqual([]);
    expect(service({ sourceIPBy: 'loadbalancerIP' })).toEqual(['error schema/not-a-choice /spec/sourceIPBy']);
  });

  it('only warns of an unsound status, which the API server drops, but not of an unknown field in it', () => {
    expect(service({}, { host: 7 })).toEqual(['warning schema/status-ignored /status/host']);
    expect(service({}, { host: 'larch', hosts: [] })).toEqual(['error schema/unknown-field /status/hosts']);
  });
});

describe('AdminPolicyBasedExternalRoute', () => {
  it.each(['203.0.113.1', '2001:db8::1', '::', 'fe80::1%eth0', '2001:db8::1 and more', '1:2:3:4:5:6:7:8'])(
    'takes the gateway %s, as the loose pattern of the definition does',
    (ip) => {
      expect(route({ static: [{ ip }] })).toEqual([]);
    },
  );

  it.each(['203.0.113.01', '203.0.113.1 ', '203.0.113', '1:2:3:4:5:6:7', 'gateway', ''])(
    'refuses the gateway %j',
    (ip) => {
      expect(route({ static: [{ ip }] })).toEqual(['error schema/bad-pattern /spec/nextHops/static/0/ip']);
    },
  );

  it('needs one of the two lists, which may be empty', () => {
    expect(route({ static: [] })).toEqual([]);
    expect(route({})).toEqual(['error schema/too-few /spec/nextHops']);
    expect(route({ dynamic: null })).toEqual(['error schema/too-few /spec/nextHops']);
  });

  it('needs both selectors of a dynamic hop', () => {
    expect(route({ dynamic: [{ bfdEnabled: 'yes' }] })).toEqual([
      'error schema/missing-field /spec/nextHops/dynamic/0',
      'error schema/missing-field /spec/nextHops/dynamic/0',
      'error schema/wrong-type /spec/nextHops/dynamic/0/bfdEnabled',
    ]);
  });
});

describe('EgressRouter', () => {
  it('may leave out what has a default, and needs redirect', () => {
    expect(router({ networkInterface: { macvlan: {} } })).toEqual([]);
    expect(router({ mode: null, networkInterface: null })).toEqual([]);
    expect(router({ redirect: null })).toEqual(['error schema/missing-field /spec']);
  });

  it('takes an address of either family for a destination and reports anything else once', () => {
    const rule = { port: 25, protocol: 'TCP' };
    const rules = ['192.0.2.1', '2001:db8::1', 'mail'].map((destinationIP) => ({ ...rule, destinationIP }));
    expect(router({ redirect: { redirectRules: rules } })).toEqual([
      'error schema/no-variant /spec/redirect/redirectRules/2/destinationIP',
    ]);
  });

  it('reports a destination of the wrong type as that only', () => {
    expect(router({ redirect: { fallbackIP: 9 } })).toEqual(['error schema/wrong-type /spec/redirect/fallbackIP']);
  });
});

describe('CloudPrivateIPConfig', () => {
  it.each(['192.0.2.8', '192.00.2.08', 'fd00.0000.0000.0000.0000.0000.0000.00ab'])('may be named %s', (name) => {
    expect(cloudAddress(name)).toEqual([]);
  });

  it.each(['192.0.2.256', '192.0.2', 'fd00.0.0.0.0.0.0.ab', 'larch'])('may not be named %s', (name) => {
    expect(cloudAddress(name)).toEqual(['error cloud-private-ip-config/bad-name /metadata/name']);
  });
});

describe('each schema', () => {
  const kinds = [
    egressFirewall,
    egressQoS,
    egressIP,
    egressService,
    adminPolicyBasedExternalRoute,
    egressRouter,
    cloudPrivateIPConfig,
  ];

  it.each(kinds.map(({ kind, definition: { schema } }) => ({ kind, schema })))(
    'describes every field of $kind for editors',
    ({ schema }) => {
      expect(undescribed(schema, '')).toEqual([]);
    },
  );
});

/** Pointers of the schemas of fields and entries that have no description. */
function undescribed(schema: Json | undefined, pointer: string): string[] {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return [];
  const { properties, items, additionalProperties, description } = schema;
  const fields = Object.entries((properties ?? {}) as JsonObject);
  return [
    ...(typeof description === 'string' && description !== '' ? [] : [pointer]),
    ...fields.flatMap(([field, inner]) => undescribed(inner, `${pointer}/${field}`)),
    ...undescribed(items, `${pointer}/items`),
    ...undescribed(additionalProperties, `${pointer}/*`),
  ];
}
