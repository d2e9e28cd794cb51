import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FilterRule } from '../../src/model/intent/filter.js';
import { parsePrefix } from '../../src/net/prefix.js';
import { type Filter, type NetworkSettings, toRules } from '../../src/traffic/filters/filter-rules.js';
import { areSeenNeeded } from '../../src/traffic/filters/needed.js';
import { findRuleUse } from '../../src/traffic/filters/rule-use.js';
import { checkProperty } from '../rig/random.js';

const NETWORK: NetworkSettings = { clusterSubnets: [], ipFamilies: ['IPv4'] };
const ANYTHING = '0.0.0.0/0';
const HTTPS = { protocol: 'TCP', port: 443 } as const;
const DNS = { protocol: 'UDP', port: 53 } as const;

function filter(verdict: Filter['verdict'], text: string, ports: FilterRule['ports'] = [], except = ''): Filter {
  const prefix = parsePrefix(text);
  if (!prefix) throw new Error(text);
  const cut = parsePrefix(except);
  return { verdict, destinations: [{ type: 'prefix', prefix, text, except: cut ? [cut] : [] }], ports };
}

const anyFilter = fc
  .tuple(
    fc.constantFrom('allow' as const, 'drop' as const),
    fc.constantFrom(ANYTHING, '128.0.0.0/1', '10.0.0.0/8', '192.0.2.0/24', '192.0.2.128/25', '192.0.2.255/32', '::/0'),
    fc.subarray([HTTPS, DNS, { protocol: 'TCP' } as const]),
    fc.constantFrom('', '192.0.2.128/25', '10.0.0.0/9', 'fd00::/8'),
  )
  .map((words) => filter(...words));

describe('filters of which a packet shows that they are needed', () => {
  it('are needed', () => {
    let seen = 0;
    checkProperty(
      fc.property(fc.array(anyFilter, { minLength: 1, maxLength: 5 }), (filters) => {
        if (!areSeenNeeded(filters, NETWORK)) return;
        seen++;
        const { needed } = findRuleUse(toRules(filters, [], NETWORK), NETWORK.ipFamilies, 'allow');
        expect(needed).not.toContain(false);
      }),
      { numRuns: 1000 },
    );
    expect(seen).toBeGreaterThan(50);
  });

  it('are exceptions from a later one, on some port or at the end of their network', () => {
    const denied = filter('drop', ANYTHING, [], '10.128.0.0/14');
    const host = filter('drop', '192.0.2.7/32');
    expect(areSeenNeeded([host, filter('allow', '192.0.2.0/24', [HTTPS]), denied], NETWORK)).toBe(true);
    expect(areSeenNeeded([filter('drop', '192.0.2.0/25'), filter('allow', '192.0.2.0/24'), denied], NETWORK)).toBe(
      true,
    );
  });

  it('are not all of them where one decides nothing, or a later one says the same', () => {
    const [allowed, denied] = [filter('allow', '192.0.2.0/24'), filter('drop', ANYTHING)];
    expect(areSeenNeeded([allowed, denied], NETWORK)).toBe(true);
    expect(areSeenNeeded([denied, allowed], NETWORK)).toBe(false);
    expect(areSeenNeeded([filter('drop', '192.0.2.0/24'), denied], NETWORK)).toBe(false);
    expect(areSeenNeeded([allowed], NETWORK)).toBe(false);
  });

  it('are for a family that is on', () => {
    expect(areSeenNeeded([filter('drop', ANYTHING)], { ipFamilies: ['IPv6'] })).toBe(false);
  });
});
