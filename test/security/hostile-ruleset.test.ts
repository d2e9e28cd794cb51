import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAMILY_WORDS, type FamilyValues, renderRuleset } from '../../src/nftables/ruleset.js';
import { describeFailure } from '../../src/apply/node/live/host.js';
import { createNodeTarget } from '../../src/apply/node/target.js';
import { parseRenderedRuleset } from '../../src/nftables/read-ruleset.js';
import { DUCK, type Host, findTools, openHost } from '../apply/node/host.js';
import { type Workspace, openWorkspace } from '../rig/workspace.js';

const GOLDEN = fileURLToPath(new URL('../../golden', import.meta.url));

const IPV4: FamilyValues = {
  ...FAMILY_WORDS.IPv4,
  translations: [{ podAddress: '10.60.2.7', interface: 'ens4', egressAddress: '10.20.30.200' }],
  services: [{ endpoint: '10.60.2.9', comment: 'shop/web', address: '192.0.2.10' }],
};
const TEXT = renderRuleset({ families: [IPV4], hasEgressIP: true, hasServices: true, restoresMarks: true });

/** Each makes something else of the ruleset than Weir would. */
const ATTACKS: readonly (readonly [what: string, change: (text: string) => string])[] = [
  ['includes a file before the table', (text) => `include "/etc/shadow"\n${text}`],
  [
    'includes a file in the table',
    (text) => text.replace('table inet weir {', 'table inet weir {\ninclude "/etc/shadow"'),
  ],
  [
    'includes a file behind a semicolon',
    (text) => text.replace('delete table inet weir', 'delete table inet weir; include "/etc/shadow"'),
  ],
  ['includes a file on a line that a comment seems to continue', (text) => `# a \\\r\ninclude "/etc/shadow"\n${text}`],
  ['includes a file between elements', (text) => text.replace('elements = {', 'elements = {\ninclude "/etc/shadow"')],
  [
    'includes a file by the name of an interface',
    (text) => text.replaceAll('"ens4"', '"ens4" : 10.0.0.1 } }\ninclude "/etc/shadow"'),
  ],
  ['defines a variable', (text) => `define pods = { 10.60.2.7 }\n${text}`],
  ['flushes everything', (text) => `flush ruleset\n${text}`],
  ['makes a table of others', (text) => `${text}\nadd table ip nat\n`],
  ['removes a table of others', (text) => `delete table ip nat\n${text}`],
  ['adds a rule', (text) => text.replace('policy accept;', 'policy accept;\n\t\taccept')],
  ['adds a rule behind a rule', (text) => text.replace('return comment', 'return; accept comment')],
  ['has another policy', (text) => text.replace('policy accept;', 'policy drop;')],
  ['has another hook', (text) => text.replace('hook prerouting', 'hook input')],
  ['logs', (text) => text.replace('drop comment', 'log drop comment')],
  ['translates to a range', (text) => text.replaceAll(': 10.20.30.200', ': 10.20.30.200-10.20.30.210')],
  ['translates to a name, which is looked up', (text) => text.replaceAll(': 10.20.30.200', ': example.com')],
  ['translates an address twice', (text) => text.replace(/^(.*: 10\.20\.30\.200,)$/m, '$1\n$1')],
  ['has an address in another spelling', (text) => text.replaceAll('10.60.2.7', '10.60.2.007')],
  ['has an interface with a quote', (text) => text.replaceAll('"ens4"', '"ens\\"4"')],
  ['has a comment with other characters', (text) => text.replace('shop/web', 'shop/web$x')],
  ['has a comment that is too long for nft', (text) => text.replace('shop/web', 'w'.repeat(129))],
  ['lacks the rule that drops what is not translated', (text) => text.replace(/^.*drop comment.*$/m, '')],
  ['ends early', (text) => text.slice(0, text.length / 2)],
  ['is empty', () => ''],
  ['is twice there', (text) => `${text}${text}`],
];

describe('a delivered ruleset', () => {
  it('that Weir rendered is read, whatever it has', () => {
    expect(parseRenderedRuleset(TEXT)).toMatchObject({ text: TEXT });
    const paths = readdirSync(GOLDEN, { recursive: true, encoding: 'utf8' });
    const rulesets = paths.filter((path) => /nodes\/[^/]+\/nftables\.nft$/.test(path));
    expect(rulesets.length).toBeGreaterThan(10);
    for (const path of rulesets) {
      const text = readFileSync(join(GOLDEN, path), 'utf8');
      expect(parseRenderedRuleset(text), path).toMatchObject({ text });
    }
  });

  it('gives its elements by the names of their sets', () => {
    const parsed = parseRenderedRuleset(TEXT);
    if (typeof parsed === 'string') throw new Error(parsed);
    const elements = [...parsed.elements].map(([name, own]) => [name, [...own.values()]]);
    expect(elements).toEqual([
      ['egress-ip-snat-v4', [{ key: '10.60.2.7 . "ens4"', data: '10.20.30.200' }]],
      ['egress-ip-pods-v4', [{ key: '10.60.2.7 . "ens4"' }]],
      ['egress-service-snat-v4', [{ key: '10.60.2.9', data: '192.0.2.10', comment: 'shop/web' }]],
    ]);
    expect(parsed.definition).not.toMatch(/10\.60/);
  });

  it.each(ATTACKS)('that %s is refused', (_, change) => {
    expect(change(TEXT)).not.toBe(TEXT);
    const refusal = parseRenderedRuleset(change(TEXT));
    expect(refusal).toMatch(/^line [0-9]+ is not what this version of Weir writes there/);
    expect(refusal).not.toContain('shadow');
  });
});

describe('what nft says of a text', () => {
  it('is reported without the part of the text that it shows', () => {
    const stderr = '/etc/shadow:1:1-4: Error: syntax error, unexpected string\nroot:$y$secret:20000:::\n^^^^\n';
    const told = describeFailure({ program: 'nft', args: ['-f', '-'] }, { code: 1, stdout: '', stderr });
    expect(told).toBe('nft -f - failed (exit 1): /etc/shadow:1:1-4: Error: syntax error, unexpected string');
  });
});

const available = findTools();
if (available.length === 0) it.skip('on a host: left out, making network namespaces needs root', () => undefined);

describe.each(available)('a ruleset that is delivered to a host, with $name,', ({ tools }) => {
  let workspace: Workspace;
  let host: Host;
  let before: string;
  let secret: string;
  beforeAll(async () => {
    workspace = openWorkspace();
    host = await openHost(workspace, 'node', tools);
    secret = join(workspace.folder, 'secret');
    writeFileSync(secret, 'root:password-of-root:20000\n', { mode: 0o600 });
    await host.run('nft add table ip nat');
    before = await host.snapshot();
  });
  afterAll(() => {
    workspace.close();
  });

  it.each([
    ['names a file of root', (text: string) => `include "${secret}"\n${text}`],
    ['makes a table of others', (text: string) => `${text}\nadd table ip nat\n`],
    ['flushes everything', (text: string) => `flush ruleset\n${text}`],
  ])('and %s is refused before the host is touched, without a word of the file', async (_, change) => {
    host.render([['10.20.30.200', DUCK]]);
    host.edit('nftables.nft', change);
    const planned = await createNodeTarget(host.options).plan();
    expect(planned).toMatchObject({ result: 'failed', transient: false });
    expect(JSON.stringify(planned)).toContain('nodes/egret/nftables.nft: line ');
    expect(JSON.stringify(planned)).not.toContain('password-of-root');
    expect(await host.snapshot()).toBe(before);
  });
});
