import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readSides } from '../../src/cli/run/diff-input.js';
import { parseUpgrade } from '../../src/cli/run/upgrade.js';
import { compareZones } from '../../src/compare/artefacts/zones.js';
import { compareInputs } from '../../src/compare/compare.js';
import type { ComparedInput } from '../../src/compare/interpret-side.js';
import type { Upgrade } from '../../src/compare/upgrade.js';
import { buildReport } from '../../src/compare/render/build.js';
import { renderMarkdown } from '../../src/compare/render/markdown.js';
import { renderDiffText } from '../../src/compare/render/text.js';
import type { DiffReport } from '../../src/compare/render/report.js';
import { emitClusterRows } from '../../src/compile/6-emit/zone-rows.js';
import { compile } from '../../src/compile/compile.js';
import type { ZoneRows } from '../../src/model/northbound.js';
import { joinZone } from '../../src/northbound/join-rows.js';
import { RELEASES } from '../../src/ovn-kubernetes/releases/index.js';
import { scratch } from '../sources/scratch.js';

const EXPECTED = fileURLToPath(new URL('./expected-upgrades', import.meta.url));
const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));
const isRewriting = process.env.WEIR_GOLDEN === 'write' && !process.env.CI;

async function readUpgrade(path: string, text: string) {
  const upgrade = parseUpgrade(text) as Upgrade;
  const read = await readSides({ path, base: undefined, head: undefined, upgrade });
  if (!read.inputs) throw new Error(JSON.stringify(read.reports));
  const { inputs } = read;
  return { read, inputs, compared: compareInputs(inputs, undefined, upgrade) };
}

async function reportOf(path: string, text: string): Promise<DiffReport> {
  const { read, compared } = await readUpgrade(path, text);
  if ('errors' in compared) throw new Error(JSON.stringify(compared.errors));
  const naming = { ...read, folders: { before: '', after: '' } };
  return buildReport(compared.comparison, compared.sides, naming);
}

/** Compares with a file; or writes it, for a person to read. */
function expectFile(path: string, text: string): void {
  if (isRewriting) {
    mkdirSync(EXPECTED, { recursive: true });
    writeFileSync(join(EXPECTED, path), text);
  }
  expect(text).toBe(readFileSync(join(EXPECTED, path), 'utf8'));
}

/** Examples of the report, each with a fixture and an upgrade. */
const EXAMPLES: Readonly<Record<string, readonly [fixture: string, upgrade: string]>> = {
  'rows-get-ids': ['releases/rows-of-pods-have-no-ids', 'openshift-4.15..1.3'],
  'old-peers-are-rejected': ['releases/one-admin-policy-of-a-priority-is-applied', 'openshift-4.15..1.0'],
  'a-wildcard-is-accepted': ['releases/wildcard-names-are-refused', 'openshift-4.15..1.0'],
  'gateway-pods-must-be-ready': ['releases/gateway-pods-need-not-be-ready', '1.0..1.1'],
  'pods-of-other-zones-are-not-marked-again': ['releases/rules-for-all-pods-mark-again-in-other-zones', '1.2..1.3'],
  'a-rule-is-rejected': ['releases/selected-nodes-are-the-addresses-of-their-status', 'openshift-4.15..1.0'],
};

describe('the report of an upgrade', () => {
  it.each(Object.entries(EXAMPLES))('%s, as text and as Markdown', async (title, [fixture, upgrade]) => {
    const report = await reportOf(join(FIXTURES, fixture), upgrade);
    expectFile(`${title}.txt`, renderDiffText(report));
    expectFile(`${title}.md.txt`, renderMarkdown(report));
  });

  it('has files of nothing else', () => {
    const files = Object.keys(EXAMPLES).flatMap((title) => [`${title}.md.txt`, `${title}.txt`]);
    expect(readdirSync(EXPECTED).sort()).toEqual(files.sort());
  });
});

/** The rows of a side, compiled on its own. */
function rowsOf(input: ComparedInput): (zone: string) => ZoneRows | undefined {
  const { intents, cluster } = compile(input);
  const { shared, ownOf } = emitClusterRows({ intents, cluster, configuration: input.configuration }, () => undefined);
  return (zone) => {
    if (!cluster.zones.has(zone)) return undefined;
    const { rows } = ownOf(zone);
    return joinZone([shared.rows, rows], rows);
  };
}

describe('the rows of both releases', () => {
  const folders = readdirSync(join(FIXTURES, 'releases'));
  const upgrades = RELEASES.slice(1).map(({ name }, index) => `${RELEASES[index]?.name}..${name}`);
  it.each(folders)('are those of two compilations, for releases/%s', async (name) => {
    for (const text of [...upgrades, 'openshift-4.15..1.3']) {
      const { inputs, compared } = await readUpgrade(join(FIXTURES, 'releases', name), text);
      // What both releases reject is an error.
      if ('errors' in compared) continue;
      const [before, after] = [rowsOf(inputs.before), rowsOf(inputs.after)];
      const zones = [...compared.sides.after.cluster.zones.keys()].sort();
      const expected = compareZones(zones, (zone) => ({ before: before(zone), after: after(zone) }));
      expect(compared.comparison.artefacts.zones, text).toEqual(expected);
    }
  });
});

describe('what to do before an upgrade', () => {
  const codesOf = ({ findings }: DiffReport) => findings.added.map(({ code }) => code);

  it('is to set what takes effect, and to remove the schema of the old release', async () => {
    const folder = scratch({
      'weir.yaml': 'ovnKubernetes: openshift-4.15\novnSchemaVersion: 7.1.0\nallowEmpty: true\n',
      'nodes.yaml': 'apiVersion: v1\nkind: Node\nmetadata: {name: worker-a}\n',
    });
    expect(codesOf(await reportOf(folder, 'openshift-4.15..1.0'))).toEqual(['upgrade/pinned-schema']);
    const report = await reportOf(folder, 'openshift-4.15..1.1');
    expect(codesOf(report).sort()).toEqual(['upgrade/new-setting', 'upgrade/pinned-schema']);
  });

  it('is to name the release of the cluster, if the upgrade starts from another one', async () => {
    const folder = scratch({
      'weir.yaml': 'ovnKubernetes: "1.1"\nallowEmpty: true\n',
      'nodes.yaml': 'apiVersion: v1\nkind: Node\nmetadata: {name: worker-a}\n',
    });
    const told = async (upgrade: string) => codesOf(await reportOf(folder, upgrade)).includes('upgrade/other-release');
    expect([await told('1.0..1.2'), await told('1.1..1.2'), await told('1.0..1.1')]).toEqual([true, false, false]);
  });

  it('is to expect each EgressIP on another node while its own restarts', async () => {
    const report = await reportOf(join(FIXTURES, 'releases/rows-of-pods-have-no-ids'), '1.0..1.3');
    const own = report.findings.added.filter(({ code }) => code === 'upgrade/address-moves');
    expect(own.length).toBeGreaterThan(0);
    expect(own[0]?.resource?.kind).toBe('EgressIP');
  });

  it('is to have partners allow another source', async () => {
    const fixture = join(FIXTURES, 'releases/gateway-pods-need-not-be-ready');
    const read = (path: string): string => readFileSync(join(fixture, path), 'utf8');
    const files = Object.fromEntries(readdirSync(fixture).map((path) => [path, read(path)]));
    const folder = scratch({ ...files, 'weir.yaml': `${files['weir.yaml']}disableSnatMultipleGateways: true\n` });
    const report = await reportOf(folder, '1.0..1.1');
    const own = report.findings.added.filter(({ code }) => code === 'upgrade/other-source');
    expect(own.map(({ message }) => message)).toEqual([
      "red/p1, red/p2 leave with the address of the node instead of the pod's own",
    ]);
  });
});
