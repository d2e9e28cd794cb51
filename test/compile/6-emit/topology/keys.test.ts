import { describe, expect, it } from 'vitest';
import {
  bfdKey,
  chassisTemplateVarKey,
  meterBandKey,
  natKey,
  routerPolicyKey,
  staticMacBindingKey,
  staticRouteKey,
} from '../../../../src/compile/6-emit/northbound/keys.js';

describe('row keys', () => {
  it('joins what identifies a row of each table', () => {
    expect(routerPolicyKey('ovn_cluster_router', 100, 'ip4')).toBe('ovn_cluster_router|100|ip4');
    expect(staticMacBindingKey('rtoe-GR_heron', '169.254.169.4')).toBe('rtoe-GR_heron|169.254.169.4');
    expect(bfdKey('rtoe-GR_heron', '198.18.0.7')).toBe('rtoe-GR_heron|198.18.0.7');
    expect(meterBandKey('drop', 25)).toBe('drop|25');
    expect(chassisTemplateVarKey('chassis-heron')).toBe('chassis-heron');
  });

  it('adds the optional columns of a route only where they are set', () => {
    const route = { ip_prefix: '10.60.2.9/32', nexthop: '198.18.0.7' };
    expect(staticRouteKey('GR_heron', route)).toBe('GR_heron|10.60.2.9/32|198.18.0.7');
    expect(staticRouteKey('GR_heron', { ...route, policy: 'src-ip', output_port: 'rtoe-GR_heron' })).toBe(
      'GR_heron|10.60.2.9/32|198.18.0.7|src-ip|rtoe-GR_heron',
    );
  });

  it('adds the ports of a NAT only where they are set', () => {
    const nat = { type: 'snat', external_ip: '198.18.0.2', logical_ip: '10.60.2.9' };
    expect(natKey('GR_heron', nat)).toBe('GR_heron|snat|198.18.0.2|10.60.2.9');
    expect(natKey('GR_heron', { ...nat, logical_port: 'k8s-heron', external_port_range: '1-2' })).toBe(
      'GR_heron|snat|198.18.0.2|10.60.2.9|k8s-heron|1-2',
    );
  });
});
