import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCIDR } from '../../src/net/prefix.js';
import { type AddressRange, rangeOfPrefix } from '../../src/traffic/filters/address-range.js';
import { classifyByValue } from '../../src/traffic/filters/classify-by-value.js';
import { type SweepRule, classify } from '../../src/traffic/filters/classify.js';
import { ALL_TRANSPORT, transportOfPorts } from '../../src/traffic/filters/transport-range.js';
import { checkProperty } from '../rig/random.js';

type Verdict = 'allow' | 'drop' | 'pass';

const rangeOf = (text: string): AddressRange => {
  const cidr = parseCIDR(text);
  if (!cidr) throw new Error(text);
  return rangeOfPrefix(cidr.prefix);
};
const ports = (first: number, last: number) => transportOfPorts({ protocol: 'TCP', first, last });

const address = fc
  .tuple(fc.nat(15), fc.integer({ min: 28, max: 32 }))
  .map(([host, length]) => rangeOf(`192.0.2.${host}/${length}`));
const transport = fc.oneof(
  fc.constant(ALL_TRANSPORT),
  fc.tuple(fc.nat(9), fc.nat(9)).map(([a, b]) => ports(1 + Math.min(a, b), 1 + Math.max(a, b))),
);
/** Rules of one value. */
const run = fc
  .tuple(
    fc.constantFrom<Verdict>('allow', 'drop', 'pass'),
    fc.array(fc.tuple(address, transport), { minLength: 10, maxLength: 25 }),
  )
  .map(([value, rules]) =>
    rules.map(([range, set]): SweepRule<Verdict> => ({ addresses: [range], transport: set, value })),
  );
/** More than 32 rules. */
const list = fc.array(run, { minLength: 4, maxLength: 5 }).map((runs) => runs.flat());

describe('packets that are sorted by the values of many rules', () => {
  it('are those that rules sort one by one', () => {
    let regions = 0;
    checkProperty(
      fc.property(list, list, (left, right) => {
        const label = (values: readonly (Verdict | undefined)[]): string | undefined =>
          values[0] === values[1] ? undefined : values.join('>');
        const lists = [left, right];
        const byRule = classify(lists, 'IPv4', (deciders) =>
          label(deciders.map((rule, index) => lists[index]?.[rule]?.value)),
        );
        regions += byRule.length;
        expect(classifyByValue(lists, 'IPv4', label)).toEqual(byRule);
      }),
      { numRuns: 100 },
    );
    expect(regions).toBeGreaterThan(50);
  });

  it('are named once for each combination of values, however many rules overlap', () => {
    const rules = Array.from({ length: 400 }, (_, index): SweepRule<Verdict> => ({
      addresses: [rangeOf(`10.0.${index >> 8}.${index & 255}/32`), rangeOf('192.0.2.0/24')],
      transport: ports(1 + index, 30_000 + index),
      value: 'allow',
    }));
    let asked = 0;
    classifyByValue([rules], 'IPv4', ([value]) => {
      asked++;
      return value;
    });
    expect(asked).toBe(2);
  });
});
