import { describe, expect, it } from 'vitest';
import { checkConfiguration } from '../../../src/schema/configuration.js';
import { parseConfiguration } from '../../../src/settings/configuration/parse.js';
import type { Configuration } from '../../../src/model/configuration.js';
import type { Report } from '../../../src/model/diagnostic.js';
import { readAddress } from '../../../src/net/address.js';
import { formatPrefix } from '../../../src/net/prefix.js';

function parse(text: string | undefined): { configuration: Configuration | undefined; reports: Report[] } {
  const reports: Report[] = [];
  const file = text === undefined ? undefined : { path: 'weir.yaml', text };
  const configuration = parseConfiguration(file, checkConfiguration, (report) => reports.push(report));
  return { configuration, reports };
}

function sound(text: string): Configuration {
  const { configuration, reports } = parse(text);
  expect(reports).toEqual([]);
  if (!configuration) throw new Error('no configuration');
  return configuration;
}

/** `<code> <pointer>` of each error; there is no configuration then. */
function errors(text: string): string[] {
  const { configuration, reports } = parse(text);
  expect(configuration).toBeUndefined();
  return reports.map(({ code, severity, location }) => {
    expect(severity).toBe('error');
    return `${code} ${'pointer' in location ? location.pointer : '-'}`;
  });
}

/** The networks of a configuration as text. */
function networks(configuration: Configuration): Record<string, string[]> {
  const { clusterSubnets, serviceCIDRs, joinSubnets, transitSubnets, masqueradeSubnets } = configuration;
  return {
    cluster: clusterSubnets.map(({ prefix, hostPrefixLength }) => `${formatPrefix(prefix)}/${hostPrefixLength}`),
    service: serviceCIDRs.map(formatPrefix),
    join: joinSubnets.map(formatPrefix),
    transit: transitSubnets.map(formatPrefix),
    masquerade: masqueradeSubnets.map(formatPrefix),
  };
}

describe('an empty document', () => {
  it.each(['mtu: 1400\n---\n', '---\nmtu: 1400\n---\n# nothing\n'])(
    'behind the only one with fields is nothing: %j',
    (text) => {
      expect(sound(text).mtu).toBe(1400);
    },
  );
});

describe('defaults', () => {
  it.each([undefined, '', '# nothing\n', '---\n', '{}', 'null'])('are upstream’s for %j', (text) => {
    const { configuration, reports } = parse(text);
    expect(reports).toEqual([]);
    expect(configuration).toMatchObject({
      ipFamilies: ['IPv4'],
      gatewayMode: 'shared',
      interconnect: false,
      topology: 'external',
      platform: 'None',
      ephemeralPortRange: '32768-60999',
      disableSnatMultipleGateways: false,
      mtu: 1400,
      serviceTemplates: false,
      dnsNameResolver: false,
      ovnSchemaVersion: '7.12.0',
      inventory: [],
      output: 'rendered',
    });
    expect(configuration && networks(configuration)).toEqual({
      cluster: ['10.128.0.0/14/23'],
      service: ['172.16.1.0/24'],
      join: ['100.64.0.0/16'],
      transit: ['100.88.0.0/16'],
      masquerade: ['169.254.169.0/29'],
    });
    expect(configuration?.aclLoggingRateLimit).toBeUndefined();
    expect([...(configuration?.features ?? [])].sort()).toEqual([
      'adminNetworkPolicy',
      'egressFirewall',
      'egressIP',
      'egressQoS',
      'egressService',
      'multiExternalGateway',
      'networkPolicy',
    ]);
    expect(configuration).toMatchObject({ statelessNetworkPolicy: false, allowIcmpNetworkPolicy: false });
  });

  it('follow the IP families', () => {
    expect(networks(sound('ipFamilies: [IPv6, IPv4]'))).toEqual({
      cluster: ['fd01::/48/64', '10.128.0.0/14/23'],
      service: ['172.16.1.0/24', 'fd02::/112'],
      join: ['100.64.0.0/16', 'fd98::/64'],
      transit: ['100.88.0.0/16', 'fd97::/64'],
      masquerade: ['169.254.169.0/29', 'fd69::/125'],
    });
    expect(sound('ipFamilies: [IPv6, IPv4]').ipFamilies).toEqual(['IPv4', 'IPv6']);
    expect(networks(sound('ipFamilies: [IPv6]')).join).toEqual(['fd98::/64']);
  });

  it('the families follow the cluster subnets', () => {
    expect(sound('clusterSubnets: [fd01::/48, 10.0.0.0/14]').ipFamilies).toEqual(['IPv4', 'IPv6']);
    expect(sound('clusterSubnets: [fd01::/48/64]').ipFamilies).toEqual(['IPv6']);
  });
});

describe('the release', () => {
  it.each([
    ['openshift-4.15', '7.0.4'],
    ['"1.0"', '7.3.0'],
    ['"1.1"', '7.11.0'],
    ['"1.2"', '7.12.0'],
    ['"1.3"', '7.12.0'],
    ['next', '7.18.0'],
  ])('%s has the Northbound schema that it ships with, unless another one is set', (name, version) => {
    const settings = `ovnKubernetes: ${name}\ninterconnect: true`;
    const { release, ovnSchemaVersion } = sound(settings);
    expect([release.name, ovnSchemaVersion]).toEqual([name.replaceAll('"', ''), version]);
    expect(sound(`${settings}\novnSchemaVersion: 7.1.0`).ovnSchemaVersion).toBe('7.1.0');
  });

  it('is 1.3 by default, which a managed topology may say too', () => {
    expect(sound('').release.name).toBe('1.3');
    expect(sound('topology: managed\novnKubernetes: "1.3"').release).toBe(sound('').release);
  });
});

describe('fields', () => {
  it('are taken as written', () => {
    expect(
      sound(
        [
          'gatewayMode: local',
          'interconnect: true',
          'topology: managed',
          'platform: AWS',
          'ephemeralPortRange: 1-65535',
          'disableSnatMultipleGateways: true',
          'features: [egressQoS]',
          'statelessNetworkPolicy: true',
          'allowIcmpNetworkPolicy: true',
          'mtu: 8900',
          'serviceTemplates: true',
          'dns: {Api.example.com: [192.0.2.1, "2001:db8::1"], toString: []}',
          'dnsNameResolver: true',
          'aclLoggingRateLimit: 20',
          'ovnSchemaVersion: 7.0.0',
          'manifests: [a/*.yaml]',
          'inventory: [../i]',
          'output: out',
        ].join('\n'),
      ),
    ).toMatchObject({
      gatewayMode: 'local',
      interconnect: true,
      topology: 'managed',
      platform: 'AWS',
      ephemeralPortRange: '1-65535',
      disableSnatMultipleGateways: true,
      features: new Set(['egressQoS']),
      statelessNetworkPolicy: true,
      allowIcmpNetworkPolicy: true,
      mtu: 8900,
      serviceTemplates: true,
      dns: new Map([
        ['Api.example.com', [readAddress('192.0.2.1'), readAddress('2001:db8::1')]],
        ['toString', []],
      ]),
      dnsNameResolver: true,
      aclLoggingRateLimit: 20,
      ovnSchemaVersion: '7.0.0',
      manifests: ['a/*.yaml'],
      inventory: ['../i'],
      output: 'out',
    });
  });

  it('cluster subnets keep their order and are masked; a node gets a /24 or a /64 by default', () => {
    expect(networks(sound('clusterSubnets: [10.132.3.0/14, 10.128.0.0/14/23, fd01::/48]')).cluster).toEqual([
      '10.132.0.0/14/24',
      '10.128.0.0/14/23',
      'fd01::/48/64',
    ]);
  });

  it('an empty list of features turns all off, where no list leaves all on', () => {
    expect([...sound('features: []').features]).toEqual([]);
    expect(sound('topology: managed\nfeatures: []').features.size).toBe(0);
    expect(sound('').features).toContain('egressIP');
  });

  it('Services are a feature of a managed topology unless a list says another thing', () => {
    expect(sound('').features).not.toContain('services');
    expect(sound('topology: managed').features).toContain('services');
    expect(sound('topology: managed\nfeatures: [egressIP]').features).not.toContain('services');
    expect([...sound('features: [services]').features]).toEqual(['services']);
  });
});

describe('errors', () => {
  it.each([
    ['clusterSubnets: [10.128.0.0]', 'configuration/bad-subnet /clusterSubnets/0'],
    ['clusterSubnets: [10.128.0.0/14/23/1]', 'configuration/bad-subnet /clusterSubnets/0'],
    ['clusterSubnets: [10.128.0.0/14, 10.128.0.0/40/41]', 'configuration/bad-subnet /clusterSubnets/1'],
    ['clusterSubnets: [10.128.0.0/14/14]', 'configuration/bad-host-prefix /clusterSubnets/0'],
    ['clusterSubnets: [10.128.0.0/14/33]', 'configuration/bad-host-prefix /clusterSubnets/0'],
    ['clusterSubnets: [10.128.0.0/14/x]', 'configuration/bad-host-prefix /clusterSubnets/0'],
    ['clusterSubnets: [10.128.0.0/14/]', 'configuration/bad-host-prefix /clusterSubnets/0'],
    ['clusterSubnets: [10.128.0.0/24]', 'configuration/bad-host-prefix /clusterSubnets/0'],
    ['ipFamilies: [IPv6]\nclusterSubnets: [10.128.0.0/14]', 'configuration/missing-family /clusterSubnets'],
    ['ipFamilies: [IPv4, IPv6]\njoinSubnets: [100.64.0.0/16]', 'configuration/missing-family /joinSubnets'],
    ['serviceCIDRs: [x]', 'configuration/bad-subnet /serviceCIDRs/0'],
    ['transitSubnets: [100.64.128.0/17]', 'configuration/overlap /transitSubnets/0'],
    ['clusterSubnets: [10.0.0.0/8, 10.128.0.0/14]', 'configuration/overlap /clusterSubnets/1'],
    ['serviceCIDRs: [10.129.0.0/16]', 'configuration/overlap /serviceCIDRs/0'],
    ['ephemeralPortRange: 5-4', 'configuration/bad-port-range /ephemeralPortRange'],
    ['ephemeralPortRange: 0-10', 'configuration/bad-port-range /ephemeralPortRange'],
    ['ephemeralPortRange: 1-65536', 'configuration/bad-port-range /ephemeralPortRange'],
    ['dns: {a/b: [192.0.2.1, 192.0.2.256]}', 'configuration/bad-answer /dns/a~1b/1'],
    ['ovnSchemaVersion: 6.9.9', 'configuration/unsupported-schema /ovnSchemaVersion'],
    ['ovnKubernetes: "1.1"\ntopology: managed', 'configuration/managed-release /ovnKubernetes'],
    ['ovnKubernetes: "0.9"', 'schema/not-a-choice /ovnKubernetes'],
    ['- a', 'configuration/not-a-mapping -'],
    ['text', 'configuration/not-a-mapping -'],
    ['mtu: 1400\n---\nmtu: 1500', 'configuration/not-a-mapping -'],
    ['mtu: [', 'yaml/syntax -'],
    ['mtu: 1\nmtu: 2', 'yaml/duplicate-key -'],
  ])('%j', (text, expected) => {
    expect(errors(text)).toContain(expected);
  });

  it('of the schema', () => {
    expect(errors('gatewaymode: local')).toEqual(['schema/unknown-field /gatewaymode']);
    expect(errors('interconnect: "yes"\nmtu: 5')).toHaveLength(2);
    expect(errors('features: [egressFirewal]')).toHaveLength(1);
    expect(errors('mtu: null')).toHaveLength(1);
    expect(errors('features: [egressIP, 5]')).toEqual(['schema/wrong-type /features/1']);
    expect(errors('features: [egressIP, egressQoS, egressIP]')).toEqual(['schema/duplicate-entry /features/2']);
    expect(errors('ipFamilies: [IPv4, IPv4]')).toEqual(['schema/duplicate-entry /ipFamilies/1']);
  });

  it('are all shown at once', () => {
    expect(errors('serviceCIDRs: [x]\nephemeralPortRange: 5-4\ndns: {a: [b]}')).toEqual([
      'configuration/bad-subnet /serviceCIDRs/0',
      'configuration/missing-family /serviceCIDRs',
      'configuration/bad-port-range /ephemeralPortRange',
      'configuration/bad-answer /dns/a/0',
    ]);
  });
});
