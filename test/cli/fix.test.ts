import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, compile } from '../../src/index.js';
import { checkAsyncProperty } from '../rig/random.js';
import { type Ended, weir } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';

const NODE = `apiVersion: v1
kind: Node
metadata: {name: worker-a, annotations: {k8s.ovn.org/node-subnets: '{"default": ["10.128.0.0/23"]}'}}
`;
const SETTINGS = 'features: [egressFirewall]\n';

function firewall(namespace: string, ...rules: readonly string[]): string {
  const egress = rules.map((rule) => `    - ${rule}\n`).join('');
  return `---\napiVersion: v1\nkind: Namespace\nmetadata: {name: ${namespace}}\n---\napiVersion: k8s.ovn.org/v1\nkind: EgressFirewall\nmetadata: {name: default, namespace: ${namespace}}\nspec:\n  egress: # the rules\n${egress}`;
}

const repositoryOf = (text: string, settings = SETTINGS): string =>
  scratch({ 'weir.yaml': settings, 'node.yaml': NODE, 'shop.yaml': text });
const textIn = (folder: string, file = 'shop.yaml'): string => readFileSync(join(folder, file), 'utf8');
const fix = (folder: string, ...words: string[]): Promise<Ended> => weir(folder, ['fix', ...words]);

describe('weir fix', () => {
  it('shows a diff and writes nothing, exit code 2, until it is told to write', async () => {
    const text = firewall('shop', "{type: Deny, to: {cidrSelector: '10.1.2.3/8'}} # all of it");
    const folder = repositoryOf(text);
    const shown = await fix(folder);
    expect([shown.code, textIn(folder)]).toEqual([2, text]);
    expect(shown.out).toBe(
      [
        '--- shop.yaml',
        '+++ shop.yaml',
        '@@ line 11 @@',
        "-    - {type: Deny, to: {cidrSelector: '10.1.2.3/8'}} # all of it",
        "+    - {type: Deny, to: {cidrSelector: '10.0.0.0/8'}} # all of it",
        '',
      ].join('\n'),
    );
    expect(shown.err).toContain('1 fix in 1 file, run `weir fix --write` to apply it');
    const written = await fix(folder, '--write');
    expect([written.code, written.out]).toEqual([0, shown.out]);
    expect(textIn(folder)).toBe(text.replace('10.1.2.3/8', '10.0.0.0/8'));
    expect(await fix(folder)).toMatchObject({ code: 0, out: '' });
  });

  it('fixes what a fixed field shows, in one run', async () => {
    const folder = repositoryOf(firewall('shop', '{typ: deny, to: {cidrSeletor: 10.1.2.3/8}}'));
    expect((await fix(folder, '--write')).code).toBe(0);
    expect(textIn(folder)).toContain('- {type: Deny, to: {cidrSelector: 10.0.0.0/8}}\n');
    expect(await weir(folder, ['check'])).toMatchObject({ code: 0, out: '' });
  });

  it('fixes weir.yaml, and keeps line endings and the byte order mark', async () => {
    const text = `\ufeff${firewall('shop', '{type: Deny, to: {cidrSelector: 10.1.2.3/8}}')}`.replaceAll('\n', '\r\n');
    const folder = repositoryOf(text, `${SETTINGS}gatewayMod: shared # by default\n`);
    await fix(folder, '--write');
    expect(textIn(folder, 'weir.yaml')).toBe(`${SETTINGS}gatewayMode: shared # by default\n`);
    await fix(folder, '--write');
    expect(textIn(folder)).toBe(text.replace('10.1.2.3', '10.0.0.0'));
  });

  it('leaves what somebody must decide: two names for one field, other words, the inventory', async () => {
    const text = firewall('shop', '{typ: Deny, tpye: Deny, to: {cidrSelector: 0.0.0.0/0}}');
    const folder = repositoryOf(text);
    expect(await fix(folder, '--write')).toMatchObject({ code: 0, out: '' });
    expect(textIn(folder)).toBe(text);
    const observed = repositoryOf(
      firewall('shop', '{type: deny, to: {cidrSelector: 0.0.0.0/0}}'),
      `${SETTINGS}manifests: [node.yaml]\ninventory: [shop.yaml]\n`,
    );
    expect(await fix(observed, '--write')).toMatchObject({ code: 0, out: '' });
  });

  it('ends what it fixes, changes no packet, and leaves other objects as they are', async () => {
    const octet = fc.integer({ min: 0, max: 255 });
    const cidr = fc
      .tuple(octet, octet, octet, fc.integer({ min: 8, max: 32 }))
      .map(([b, c, d, length]) => `203.${b}.${c}.${d}/${length}`);
    const quoted = fc.tuple(cidr, fc.constantFrom('', "'", '"')).map(([text, quote]) => `${quote}${text}${quote}`);
    const rule = fc
      .tuple(fc.constantFrom('Allow', 'Deny'), quoted)
      .map(([type, text]) => `{type: ${type}, to: {cidrSelector: ${text}}} # kept`);
    const firewalls = fc.array(fc.array(rule, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
    await checkAsyncProperty(
      fc.asyncProperty(firewalls, async (all) => {
        const text = [
          ...all.map((rules, index) => firewall(`n${index}`, ...rules)),
          firewall('same', '{type: Deny, to: {cidrSelector: 0.0.0.0/0}}'),
        ].join('');
        const folder = repositoryOf(text);
        await fix(folder, '--write');
        const fixed = textIn(folder);
        const inputOf = (shop: string) => ({
          configuration: SETTINGS,
          files: [
            { path: 'node.yaml', text: NODE },
            { path: 'shop.yaml', text: shop },
          ],
        });
        const [before, after] = [compile(inputOf(text)), compile(inputOf(fixed))];
        expect(after.diagnostics.filter(({ edit }) => edit)).toEqual([]);
        expect(fixed.match(/# kept/g)).toEqual(text.match(/# kept/g));
        const partOf = ({ artefacts }: typeof before) =>
          artefacts.find(({ path }) => path.includes('namespace-same'))?.content;
        expect(partOf(after)).toEqual(partOf(before));
        expect(partOf(after)).toBeDefined();
        const compared = compare(inputOf(text), inputOf(fixed));
        expect(compared.ok && [compared.report.counts.opened, compared.report.counts.closed]).toEqual([0, 0]);
      }),
      { numRuns: 15 },
    );
  });
});
