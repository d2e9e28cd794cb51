import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Configuration } from '../../../src/model/configuration.js';
import { checkConfiguration } from '../../../src/schema/configuration.js';
import { CONFIGURATION_PATH, parseConfiguration } from '../../../src/settings/configuration/parse.js';
import { configurationSchema } from '../../../src/settings/configuration/schema.js';
import { asObject } from '../../../src/std/json.js';

const MANUAL = readFileSync(new URL('../../../docs/manual.md', import.meta.url), 'utf8');
const SECTION = MANUAL.slice(MANUAL.indexOf('\n## weir.yaml\n')).split('\n## ')[1] ?? '';
/** Fields of the table that describes weir.yaml, and the text of their defaults. */
const ROWS = [...SECTION.matchAll(/^\| `([^`]+)` +\| (.*?) +\|/gm)].map(([, field = '', text = '']) => ({
  field,
  text,
}));
const LISTS = ['clusterSubnets', 'serviceCIDRs', 'joinSubnets', 'transitSubnets', 'masqueradeSubnets'];
/** Defaults of both families count where both are on. */
const BOTH = 'clusterSubnets: [10.128.0.0/14/23, fd01::/48/64]\n';

function parse(text: string): Configuration | undefined {
  const problems: unknown[] = [];
  const configuration = parseConfiguration({ path: CONFIGURATION_PATH, text }, checkConfiguration, (one) => {
    problems.push(one);
  });
  expect(problems).toEqual([]);
  return configuration;
}

/** The default as weir.yaml has it; undefined where the table describes it in words. */
function valueOf(field: string, text: string): string | undefined {
  if (!/^`[^`]+`(, `[^`]+`)*$/.test(text)) return undefined;
  const value = text.replaceAll('`', '');
  if (field === 'egressRouter') return `{ implementation: ${value} }`;
  return LISTS.includes(field) ? `[${value}]` : value;
}

describe('the table of weir.yaml in the manual', () => {
  it('has each field of the schema once', () => {
    const fields = Object.keys(asObject(configurationSchema.properties) ?? {}).filter((field) => field !== '$schema');
    expect(ROWS.map(({ field }) => field).sort()).toEqual(fields.sort());
  });

  it.each(ROWS.filter(({ field, text }) => valueOf(field, text) !== undefined))(
    'names the default of $field: to write it changes nothing',
    ({ field, text }) => {
      const head = field === 'clusterSubnets' ? '' : BOTH;
      expect(parse(`${head}${field}: ${valueOf(field, text) ?? ''}\n`)).toEqual(parse(head));
    },
  );

  it.each(ROWS.filter(({ text }) => text === 'none'))('names no default of $field where there is none', ({ field }) => {
    const configuration = new Map<string, unknown>(Object.entries(parse('') ?? {}));
    const value = configuration.get(field);
    const isEmpty = value instanceof Map ? value.size === 0 : Array.isArray(value) ? value.length === 0 : false;
    expect(value === undefined || isEmpty).toBe(true);
  });
});
