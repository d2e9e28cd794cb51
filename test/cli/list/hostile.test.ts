import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { allowListCSV, allowListMarkdown } from '../../../src/cli/commands/egress/allow-list.js';
import { egressCSV } from '../../../src/cli/commands/egress/csv.js';
import { drawGraph, renderEgressDot, renderMermaid } from '../../../src/cli/commands/egress/graph.js';
import { egressTable } from '../../../src/cli/commands/egress/table.js';
import type { EffectiveEgress } from '../../../src/egress/effective.js';

/** Names that no API server lets pass: whoever writes them must make sure that they stay texts. */
const NAMES = [
  '=HYPERLINK("http://x","y")',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  'a"]; n0 --> n9["b',
  'a", shape=none]; evil [label="b\\',
  '`b`\n## All addresses to allow\n- <img src=x> @team #1 | [x](y)',
  '%%{init: {"theme": "x"}}%%',
  '\u001b[2J\u202eevil',
];
const entries = NAMES.map((namespace): EffectiveEgress => ({
  ...{ namespace, pods: [namespace], isWhole: true, network: 'pod', policies: [namespace], marks: [] },
  families: [
    {
      family: 'IPv4',
      sources: [{ address: '192.0.2.10', owner: 'egress' }],
      ...{ nodes: [namespace], nextHops: ['192.0.2.1'], unknown: [], owners: [namespace], hasUnknownSource: false },
      paths: [{ source: '192.0.2.10', node: namespace, nextHop: '192.0.2.1' }],
    },
  ],
}));
const STEERING = /[\p{Cc}\p{Cf}]/u;
const linesOf = (text: string): string[] => text.trimEnd().split('\n');

it('has a line for each entry in the table, whatever the names', () => {
  expect(egressTable(entries, ['IPv4'])).toHaveLength(NAMES.length + 1);
  expect(egressTable(entries, ['IPv4']).filter((line) => STEERING.test(line))).toEqual([]);
});

it('has no formula in CSV, and a line for each entry', () => {
  const list = { entries: NAMES.map(toAllowed), validFrom: undefined, isCompared: false };
  for (const lines of [linesOf(egressCSV(entries)), linesOf(allowListCSV(list))]) {
    expect(lines).toHaveLength(NAMES.length + 1);
    expect(lines.filter((line) => STEERING.test(line))).toEqual([]);
    expect(lines.filter((line) => /(^|,)"?[=+@-]/.test(line))).toEqual([]);
  }
});

it('is a graph that Graphviz reads as one place for each name', () => {
  const text = renderEgressDot(drawGraph(entries));
  const places = linesOf(text).filter((line) => line.includes('[label='));
  expect(places).toHaveLength(2 * NAMES.length + 2);
  const labels = places.map((line) => /^ {2}n\d+ \[label="((?:[^"\\]|\\.)*)", shape=\w+\]$/.exec(line)?.[1]);
  expect(labels).not.toContain(undefined);
  const dot = spawnSync('dot', ['-Tplain'], { input: text, encoding: 'utf8' });
  if (!dot.error) expect(dot.stdout.match(/^node /gm)).toHaveLength(2 * NAMES.length + 2);
});

it('is a flowchart in which names hold nothing but letters, digits and entity codes', () => {
  const lines = linesOf(renderMermaid(drawGraph(entries))).slice(1);
  const PLACE = /^ {2}n\d+(\[|\(\[|\[\[|\{\{)"(?:[A-Za-z0-9 .:,/()-]|#\d+;)*"(\]|\]\)|\]\]|\}\})$/;
  expect(lines.filter((line) => !PLACE.test(line) && !/^ {2}n\d+ --> n\d+$/.test(line))).toEqual([]);
});

it('has every name in a code span of the page for a partner', () => {
  const page = allowListMarkdown({ entries: NAMES.map(toAllowed), validFrom: undefined, isCompared: false });
  const items = linesOf(page).filter((line) => line.startsWith('- '));
  expect(items).toHaveLength(NAMES.length);
  expect(items.filter((line) => !/^- (`+)(?!`).*[^`]\1: `192\.0\.2\.10`$/.test(line))).toEqual([]);
  expect(page.match(/^## /gm)).toHaveLength(1);
});

function toAllowed(namespace: string) {
  const address = { address: '192.0.2.10', family: 'IPv4' as const };
  return { namespace, addresses: [address], unstable: [], hasUnknown: false };
}
