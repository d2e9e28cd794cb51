import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PacketsText } from '../../src/compare/render/report.js';
import { parseAddress } from '../../src/net/address.js';
import { parseCIDR } from '../../src/net/prefix.js';
import type { Json } from '../../src/std/json.js';
import { rangeOfAddress, rangeOfPrefix } from '../../src/traffic/filters/address-range.js';
import { checkProperty } from '../rig/random.js';
import { NAMES, NODES, type Packet, type Rule, TRANSPORTS, WEIR_YAML, change, expected } from './rules.js';
import { firewall, reportOf } from './sides.js';

const NOWHERE = { family: 'IPv6', value: 0n } as const;

it('a report says of a known answer of a name what becomes of it, also where the firewall comes, goes or is turned around', () => {
  const weirYaml = `${WEIR_YAML}dns: {a.example.com: [192.0.2.1]}\n`;
  const side = (rules: readonly Rule[]) => ({
    objects: [...NODES, ...(rules.length > 0 ? [firewall('shop', ...(rules as unknown as Json[]))] : [])],
    weirYaml,
  });
  const isPart = ({ names, prefixes, ports: some }: PacketsText, { address, transport }: Packet): boolean => {
    const [protocol = '', port = ''] = transport.split(' ');
    const point = rangeOfAddress(parseAddress(address) ?? NOWHERE).first;
    return (
      names.every((name) => name === NAMES[0]) &&
      some.some((one) => one.protocol === protocol && one.first <= Number(port) && Number(port) <= one.last) &&
      prefixes.some((text) => {
        const range = rangeOfPrefix(parseCIDR(text)?.prefix ?? { base: NOWHERE.value, length: 128, family: 'IPv6' });
        return range.family === 'IPv4' && range.first <= point && point < range.end;
      })
    );
  };
  let changed = 0;
  checkProperty(
    fc.property(change, fc.constantFrom('came', 'went', 'changed'), ([old, now], how) => {
      const [before, after] = [how === 'came' ? [] : old, how === 'went' ? [] : now];
      const report = reportOf(side(before), side(after));
      for (const transport of TRANSPORTS) {
        const packet = { address: '192.0.2.1', transport, names: [NAMES[0]] };
        const claims = (['opened', 'closed'] as const).filter((one) =>
          report[one].some(
            ({ flows, exceptions }) =>
              flows.some((flow) => isPart(flow, packet)) && !exceptions.some((exception) => isPart(exception, packet)),
          ),
        );
        const what = expected(before, after, packet);
        if (what !== 'same') changed++;
        expect(claims, JSON.stringify(packet)).toEqual(what === 'same' ? [] : [what]);
      }
    }),
    { numRuns: 150 },
  );
  expect(changed).toBeGreaterThan(20);
});
