import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LanguageClient, openLanguageClient } from '../../rig/language-client.js';
import { weir } from '../../rig/weir.js';
import { HEAD, NON_BMP, SELECTORS } from './manifests.js';

const QUICKSTART = fileURLToPath(new URL('../../../fixtures/quickstart', import.meta.url));

interface Range {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}
interface Finding {
  readonly code: string;
  readonly message: string;
  readonly severity: number;
  readonly range: Range;
}

let folder: string;
let path: string;
let client: LanguageClient;

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'weir-editor-')));
  cpSync(QUICKSTART, folder, { recursive: true });
  path = join(folder, 'egress/shop.yaml');
  client = openLanguageClient('/');
  await client.request('initialize', { processId: process.pid, rootUri: pathToFileURL(folder).href, capabilities: {} });
  client.notify('initialized');
});
afterEach(() => {
  client.kill();
  rmSync(folder, { recursive: true, force: true });
});

const uri = (): string => pathToFileURL(path).href;
const open = (text: string): void => {
  client.notify('textDocument/didOpen', { textDocument: { uri: uri(), languageId: 'yaml', version: 1, text } });
};
const findings = async (): Promise<Finding[]> => (await client.findings(path)) as unknown as Finding[];
const at = (line: number, character: number): { textDocument: { uri: string }; position: Range['start'] } => ({
  textDocument: { uri: uri() },
  position: { line, character },
});
/** The text that a range of one line covers. */
const covered = (text: string, { start, end }: Range): string =>
  (text.split('\n')[start.line] ?? '').slice(start.character, end.character);
const complete = async (text: string, line: number, character: number): Promise<string[]> => {
  open(text);
  await findings();
  const found = (await client.request('textDocument/completion', at(line, character))) as { label: string }[];
  return found.map(({ label }) => label);
};

describe('the outline in an editor', () => {
  it('names the objects of what the editor holds, in their order and at their names', async () => {
    const namespace = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n';
    const list = `apiVersion: v1\nkind: List\nitems:\n  - {apiVersion: v1, kind: Node, metadata: {name: oak}}\n`;
    const text = [SELECTORS, 'a: [broken\n', namespace, 'kind: Unknown\n', list].join('---\n');
    open(text);
    const found = (await client.request('textDocument/documentSymbol', {
      textDocument: { uri: uri() },
    })) as unknown as {
      readonly name: string;
      readonly range: Range;
      readonly selectionRange: Range;
    }[];
    expect(found.map(({ name, selectionRange }) => [name, covered(text, selectionRange)])).toEqual([
      ['EgressQoS shop/default', 'default'],
      ['Namespace shop', 'shop'],
      ['Node oak', 'oak'],
    ]);
    for (const { range, selectionRange } of found) {
      expect(range.start.line).toBeLessThanOrEqual(selectionRange.start.line);
      expect(range.end.line).toBeGreaterThanOrEqual(selectionRange.end.line);
    }
  });
});

describe('findings in an editor', () => {
  it('are those of a check of what the editor holds, and not of the disk', async () => {
    const text = readFileSync(path, 'utf8').replace('203.0.113.0/24', '203.0.113.9/24');
    open(text);
    const shown = await findings();
    writeFileSync(path, text);
    const { out } = await weir(folder, ['check', '--format', 'json']);
    const checked = JSON.parse(out) as { code: string; at: { file: string; line: number; column: number } }[];
    const own = checked.filter((one) => one.at.file === 'egress/shop.yaml');
    expect(shown.map(({ code, range: { start } }) => [code, start.line + 1, start.character + 1])).toEqual(
      own.map((one) => [one.code, one.at.line, one.at.column]),
    );
    expect(shown).not.toEqual([]);
  });

  it('go when a change in the editor fixes them', async () => {
    const sound = readFileSync(path, 'utf8');
    const broken = sound.replace('type: Deny', 'type: Dny');
    open(broken);
    const [finding] = await findings();
    expect(covered(broken, finding?.range ?? expect.fail('no finding'))).toBe('Dny');
    client.notify('textDocument/didChange', {
      textDocument: { uri: uri(), version: 2 },
      contentChanges: [{ range: finding?.range as never, text: 'Deny' }],
    });
    expect(await findings()).toEqual([]);
  });

  it('stand at columns that are counted in UTF-16 code units', async () => {
    open(NON_BMP);
    const found = (await findings()).find(({ message }) => message.includes('TPC'));
    expect(covered(NON_BMP, found?.range ?? expect.fail('no finding'))).toBe('TPC');
  });

  it('come from what the disk holds again when the editor closes the file', async () => {
    open(NON_BMP);
    expect(await findings()).not.toEqual([]);
    client.notify('textDocument/didClose', { textDocument: { uri: uri() } });
    expect(await findings()).toEqual([]);
  });

  it.each([
    ['that is nested too deeply', '['.repeat(200_000)],
    ['that is no YAML', '\u0000\u0001{{{ - : @\n\t}'],
    [
      'whose aliases grow',
      `a: &a [x]\n${Array.from({ length: 30 }, (_, n) => `b${n}: &b${n} [${`*${n ? `b${n - 1}` : 'a'},`.repeat(9)}]`).join('\n')}\n`,
    ],
  ])('of a text %s are findings, and the server goes on', async (_, text) => {
    open(text);
    expect(await findings()).not.toEqual([]);
    expect(await client.request('textDocument/hover', at(0, 3))).toBeNull();
  });
});

describe('hover', () => {
  it('says what a field is for, and which pods a selector matches now', async () => {
    open(SELECTORS);
    await findings();
    const lines = SELECTORS.split('\n');
    const line = lines.findIndex((one) => one.includes('podSelector'));
    const { contents } = (await client.request('textDocument/hover', at(line, 8))) as { contents: { value: string } };
    expect(contents.value).toContain('Matches 1 pod now: shop/checkout-0 (10.128.0.5)');
    const dscp = (await client.request('textDocument/hover', at(7, 7))) as { contents: { value: string } };
    expect(dscp.contents.value).toMatch(/DSCP/);
  });
});

describe('completion', () => {
  it('offers the fields that the kind has at the place', async () => {
    const labels = await complete(`${HEAD}    - type: Allow\n      \n`, 6, 6);
    expect(labels).toEqual(expect.arrayContaining(['type', 'to', 'ports']));
    expect(labels).not.toContain('spec');
  });

  it('offers the choices of a field', async () => {
    expect(await complete(`${HEAD}    - type: A\n`, 5, 13)).toEqual(['Allow', 'Deny']);
  });

  it('offers kinds, and the version that goes with one', async () => {
    expect(await complete('kind: Egress\n', 0, 12)).toEqual(expect.arrayContaining(['EgressFirewall', 'EgressIP']));
    client.notify('textDocument/didChange', {
      textDocument: { uri: uri(), version: 2 },
      contentChanges: [{ text: 'apiVersion: \nkind: EgressIP\n' }],
    });
    await findings();
    const versions = (await client.request('textDocument/completion', at(0, 12))) as { label: string }[];
    expect(versions.map(({ label }) => label)).toEqual(['k8s.ovn.org/v1']);
  });

  it('offers namespaces, labels and their values of the inventory', async () => {
    expect(await complete(SELECTORS, 4, 13)).toContain('shop');
    const values = (await client.request('textDocument/completion', at(10, 15))) as { label: string }[];
    expect(values.map(({ label }) => label)).toContain('checkout');
    const keys = (await client.request('textDocument/completion', at(10, 10))) as { label: string }[];
    expect(keys.map(({ label }) => label)).toContain('app');
  });
});

describe('a quick fix', () => {
  it('is the edit that fixes a finding without a decision', async () => {
    const text = readFileSync(path, 'utf8').replace('cidrSelector: 203.0.113.0/24', 'cidrSelector: 203.0.113.9/24');
    open(text);
    const found = (await findings()).find(({ range }) => covered(text, range) === '203.0.113.9/24');
    const range = found?.range ?? expect.fail('no finding');
    const actions = (await client.request('textDocument/codeAction', {
      textDocument: { uri: uri() },
      range: range as never,
      context: { diagnostics: [] },
    })) as unknown as { edit: { changes: Record<string, unknown> } }[];
    expect(actions.map(({ edit }) => edit.changes[uri()])).toEqual([[{ range, newText: '203.0.113.0/24' }]]);
  });
});

describe('a quick fix of a misspelt word or a quoted number', () => {
  const firewall = (rule: string): string => `${HEAD}    - ${rule}\n`;
  it.each([
    [firewall('{type: Alow, to: {cidrSelector: 203.0.113.0/24}}'), 'Alow', 'Allow'],
    [
      firewall('{type: Allow, to: {cidrSelector: 203.0.113.0/24}, ports: [{protocol: TCP, port: "443"}]}'),
      '"443"',
      '443',
    ],
    [firewall('{type: Allow, to: {cidrSelectr: 203.0.113.0/24}}'), 'cidrSelectr', 'cidrSelector'],
  ])('is offered at its place: %s', async (text, written, meant) => {
    open(text);
    const start = text.indexOf(written);
    const lines = text.slice(0, start).split('\n');
    const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
    await findings();
    const actions = (await client.request('textDocument/codeAction', {
      textDocument: { uri: uri() },
      range: { start: position, end: position } as never,
      context: { diagnostics: [] },
    })) as unknown as { edit: { changes: Record<string, { range: Range; newText: string }[]> } }[];
    const edits = actions.flatMap(({ edit }) => edit.changes[uri()] ?? []);
    expect(edits.map(({ range, newText }) => [covered(text, range), newText])).toContainEqual([written, meant]);
  });
});

describe('the end', () => {
  it('after shutdown has exit code 0', async () => {
    expect(await client.request('shutdown')).toBeNull();
    client.notify('exit');
    expect(await client.ended).toBe(0);
  });

  it('without shutdown has exit code 1', async () => {
    client.notify('exit');
    expect(await client.ended).toBe(1);
  });
});

describe('warnings of a file with an error', () => {
  it('stay where their lines have not changed, and go with the error', async () => {
    const warned = `${HEAD}    - {type: Allow, to: {cidrSelector: 203.0.113.7/24}}\n`;
    open(warned);
    const before = await findings();
    expect(before.map(({ code, range }) => [code, range.start.line])).toContainEqual(['egress-firewall/host-bits', 5]);
    const change = (text: string, version: number): void => {
      client.notify('textDocument/didChange', { textDocument: { uri: uri(), version }, contentChanges: [{ text }] });
    };
    change(`# a comment\n${warned}  : [broken\n`, 2);
    const broken = await findings();
    expect(broken.map(({ code, severity, range }) => [code, severity, range.start.line])).toEqual(
      expect.arrayContaining([['egress-firewall/host-bits', 2, 6]]) as unknown,
    );
    expect(broken.some(({ severity }) => severity === 1)).toBe(true);
    change(warned.replace('203.0.113.7/24', '203.0.113.0/24'), 3);
    expect((await findings()).map(({ code }) => code)).not.toContain('egress-firewall/host-bits');
  });
});

describe('labels in an editor', () => {
  const POD = (namespace: string, name: string, app: string) =>
    `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: ${namespace}, labels: {app: ${app}, only-${namespace}: x}}\n`;

  beforeEach(() => {
    const other = `apiVersion: v1\nkind: Namespace\nmetadata: {name: quay, labels: {team: boats}}\n`;
    writeFileSync(join(folder, 'inventory/other.yaml'), [other, POD('quay', 'rope', 'rope')].join('---\n'));
  });

  it('are completed from the pods of the namespace of the object', async () => {
    const found = await complete(SELECTORS.replace('app: checkout', 'app: '), 10, 15);
    expect(found).toEqual(['checkout', 'web']);
    expect(await complete(SELECTORS.replace('app: checkout', 'app'), 10, 13)).not.toContain('only-quay');
  });

  it('are completed from the pods of the namespaces that the selector beside it means', async () => {
    const policy = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: from-boats, namespace: shop}
spec:
  podSelector: {}
  ingress:
    - from:
        - namespaceSelector: {matchLabels: {team: boats}}
          podSelector:
            matchLabels:
              app: r
`;
    expect(await complete(policy, 10, 20)).toEqual(['rope']);
  });

  it('are completed in expectations from the pods of the namespace there', async () => {
    path = join(folder, 'expectations.yaml');
    const text =
      'expectations:\n  - name: one\n    reachable: true\n    from:\n      namespace: quay\n      labels:\n        app: r\n';
    expect(await complete(text, 6, 14)).toEqual(['rope']);
  });
});
