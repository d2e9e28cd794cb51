import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commit, git, repository } from '../rig/repository.js';
import { type Ended, weir } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';

const FIREWALL = (...rules: string[]): string =>
  `apiVersion: k8s.ovn.org/v1\nkind: EgressFirewall\nmetadata:\n  name: default\n  namespace: shop\nspec:\n  egress:\n${rules.join('')}`;
const RULE = (type: string, cidr: string): string => `    - type: ${type}\n      to:\n        cidrSelector: ${cidr}\n`;
const NODE = 'apiVersion: v1\nkind: Node\nmetadata:\n  name: worker-a\n';
const FILES = {
  'weir.yaml': '',
  'nodes.yaml': NODE,
  'shop.yaml': FIREWALL(RULE('Allow', '203.0.113.0/25'), RULE('Deny', '0.0.0.0/0')),
};

const diff = (cwd: string, ...words: string[]): Promise<Ended> => weir(cwd, ['diff', ...words]);

const WIDER = FIREWALL(RULE('Allow', '203.0.113.0/24'), RULE('Deny', '0.0.0.0/0'));

describe('weir diff', () => {
  it('says that nothing changes, exit code 0, where the work tree is as it was committed', async () => {
    const { code, out } = await diff(repository(FILES));
    expect(out).toMatch(/^[0-9a-f]{12} → working tree\n\nNothing changes\.\n$/);
    expect(code).toBe(0);
  });

  it('compares the work tree with the commit that the branch started from', async () => {
    const folder = repository(FILES);
    git(folder, 'checkout', '--quiet', '-b', 'topic');
    writeFileSync(join(folder, 'shop.yaml'), WIDER);
    commit(folder);
    git(folder, 'checkout', '--quiet', 'main');
    writeFileSync(join(folder, 'other.yaml'), FIREWALL(RULE('Deny', '0.0.0.0/0')).replace('shop', 'blog'));
    commit(folder);
    git(folder, 'checkout', '--quiet', 'topic');
    const { code, out } = await diff(folder);
    expect(code).toBe(2);
    expect(out).toContain('+ any protocol to 203.0.113.128/25\n');
    expect(out).not.toContain('blog');
  });

  it('compares two revisions, and touches neither work tree nor index', async () => {
    const folder = repository(FILES);
    writeFileSync(join(folder, 'shop.yaml'), WIDER);
    commit(folder);
    writeFileSync(join(folder, 'shop.yaml'), 'edited: [');
    const { code, out } = await diff(folder, 'HEAD~1', 'HEAD');
    expect(code).toBe(2);
    expect(out).toContain('HEAD~1 → HEAD');
    expect(git(folder, 'status', '--short')).toBe('M shop.yaml');
  });

  it('compares two folders', async () => {
    const [before, after] = [scratch(FILES), scratch({ ...FILES, 'shop.yaml': WIDER })];
    const { code, out } = await diff('.', before, after, '--format', 'json');
    expect(code).toBe(2);
    const report = JSON.parse(out) as { counts: Record<string, number>; opened: { flows: { prefixes: string[] }[] }[] };
    expect(report.counts).toMatchObject({ opened: 1, closed: 0, moved: 0 });
    expect(report.opened[0]?.flows[0]?.prefixes).toEqual(['203.0.113.128/25']);
  });

  it('shows a few of many flows and counts the others, and has all of them in JSON', async () => {
    const withPorts = (start: number): string => {
      const rules = Array.from({ length: 11 }, (_, index) => {
        const port = `      ports:\n        - protocol: TCP\n          port: ${start + index}\n`;
        return `${RULE('Allow', `203.0.113.${index}/32`)}${port}`;
      });
      return FIREWALL(...rules, RULE('Deny', '0.0.0.0/0'));
    };
    const before = scratch({ ...FILES, 'shop.yaml': withPorts(100) });
    const after = scratch({ ...FILES, 'shop.yaml': withPorts(200) });
    const { out } = await diff('.', before, after);
    expect(out.match(/^ {4}\+ TCP 20\d to 203/gm)).toHaveLength(8);
    expect(out.match(/^ {4}- TCP 10\d to 203/gm)).toHaveLength(8);
    expect(out.match(/^ {8}and 3 more flows$/gm)).toHaveLength(2);
    const { opened, closed } = JSON.parse((await diff('.', before, after, '--format', 'json')).out) as Record<
      'opened' | 'closed',
      { flows: { ports: unknown[] }[] }[]
    >;
    expect(opened[0]?.flows[10]?.ports).toEqual([{ protocol: 'TCP', first: 210, last: 210 }]);
    expect(closed[0]?.flows).toHaveLength(11);
    expect(opened[0]).not.toHaveProperty('omitted');
  });

  it('says that a rewritten firewall treats no packet otherwise', async () => {
    const split = FIREWALL(
      RULE('Allow', '203.0.113.64/26'),
      RULE('Allow', '203.0.113.0/26'),
      RULE('Deny', '0.0.0.0/0'),
    );
    const { code, out } = await diff('.', scratch(FILES), scratch({ ...FILES, 'shop.yaml': split }));
    expect(code).toBe(2);
    expect(out).toContain('This change affects no packet');
    expect(out).toContain('affect no packet\n    ~ EgressFirewall shop/default\n');
  });

  it('counts only the topics of --fail-on for its exit code', async () => {
    const [before, after] = [scratch(FILES), scratch({ ...FILES, 'shop.yaml': WIDER })];
    expect((await diff('.', before, after, '--fail-on', 'closed,moved')).code).toBe(0);
    expect((await diff('.', before, after, '--fail-on', 'closed,opened')).code).toBe(2);
    const wrong = await diff('.', before, after, '--fail-on', 'open');
    expect([wrong.code, wrong.out]).toEqual([1, '']);
    expect(wrong.err).toContain('expected topics in --fail-on: expectations, seen, opened, closed,');
  });

  it('compares with a base from before Weir as if it had the weir.yaml and the inventory of now', async () => {
    const folder = repository({ 'README.md': 'x' });
    const files = { ...FILES, 'weir.yaml': 'manifests: [shop.yaml]\ninventory: [nodes.yaml]\n' };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const { code, out, err } = await diff(folder, 'HEAD');
    expect(err).toBe(
      'weir: HEAD has no weir.yaml, using that of working tree\n' +
        'weir: Warning: HEAD contains no resources, so all resources of the other side are new.\n',
    );
    expect(out).toContain('This change closes flows of 1 namespace');
    expect(out).not.toContain('Inventory:');
    expect(code).toBe(2);
  });

  it('shows a first resource and the removal of the last one, and warns of the side without any', async () => {
    const written = { ...FILES, 'weir.yaml': 'manifests: [shop*.yaml]\ninventory: [nodes.yaml]\n' };
    const none = Object.fromEntries(Object.entries(written).filter(([name]) => name !== 'shop.yaml'));
    const [empty, full] = [scratch(none), scratch(written)];
    const first = await diff('.', empty, full);
    expect(first.out).toContain(`Warning: ${empty} contains no resources, so all resources of the other side are new.`);
    expect([first.code, first.out.includes('This change closes flows of 1 namespace')]).toEqual([2, true]);
    const last = await diff('.', full, empty);
    const warning = `Warning: ${empty} contains no resources, so applying it removes everything that Weir manages.`;
    expect(last.err).toContain(`weir: ${warning}\n`);
    expect(last.out).toContain(`\n${warning}\nThis change opens flows of 1 namespace`);
    expect(last.out).toContain("new: warning[source/no-match] 'shop*.yaml' matches no file");
    expect(last.code).toBe(2);
  });

  it('fails, with nothing on standard output, where a side has errors or is not there', async () => {
    const folder = repository({ ...FILES, 'shop.yaml': FIREWALL(RULE('Denied', '0.0.0.0/0')) });
    const broken = await diff(folder);
    expect([broken.code, broken.out]).toEqual([1, '']);
    expect(broken.err).toContain('working tree cannot be compiled');
    expect(broken.err).toContain("'type' is 'Denied', expected one of Allow, Deny");
    const missing = await diff(folder, 'nowhere');
    expect([missing.code, missing.out]).toEqual([1, '']);
    expect(missing.err).toContain('source/bad-revision');
    expect((await diff(scratch(FILES))).err).toContain('git failed: not a git repository');
  });
});
