import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Ended, weir } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';

const NODE = `apiVersion: v1
kind: Node
metadata: {name: worker-a, annotations: {k8s.ovn.org/node-subnets: '{"default": ["10.128.0.0/23"]}'}}
`;
const FILE = 'weir.baseline';
/** What every run says of the node: it is no finding, so no baseline holds it. */
const GAPS =
  'weir: the paths of some packets are unknown: Node worker-a lacks k8s.ovn.org/node-id, k8s.ovn.org/node-chassis-id, k8s.ovn.org/l3-gateway-config\n';

function firewall(namespace: string, ...cidrs: readonly string[]): string {
  const rules = cidrs.map((cidr) => `    - {type: Deny, to: {cidrSelector: ${cidr}}}\n`).join('');
  return `---\napiVersion: v1\nkind: Namespace\nmetadata: {name: ${namespace}}\n---\napiVersion: k8s.ovn.org/v1\nkind: EgressFirewall\nmetadata: {name: default, namespace: ${namespace}}\nspec:\n  egress:\n${rules}`;
}

const repositoryOf = (text: string): string =>
  scratch({ 'weir.yaml': 'features: [egressFirewall]\n', 'node.yaml': NODE, 'shop.yaml': text });
const check = (folder: string, ...words: string[]): Promise<Ended> => weir(folder, ['check', ...words]);

describe('a baseline', () => {
  it('holds the findings of now, which are not reported again, wherever their lines move', async () => {
    const folder = repositoryOf(firewall('shop', '10.1.2.3/8', '172.16.0.1/12'));
    const written = await check(folder, '--write-baseline', FILE);
    expect([written.code, written.out]).toEqual([0, 'no problems, 2 ignored\n']);
    expect(written.err).toContain(`2 findings in ${FILE}`);
    writeFileSync(
      join(folder, 'shop.yaml'),
      `# a\n# b\n${firewall('shop', '192.168.1.1/16', '10.1.2.3/8', '172.16.0.1/12')}`,
    );
    const { code, out, err } = await check(folder, '--baseline', FILE);
    expect([code, err]).toEqual([0, GAPS]);
    expect(out).toContain("'192.168.1.1/16' has host bits set");
    expect(out).not.toContain('10.1.2.3/8');
    expect(out).toContain('1 warning, 2 ignored');
  });

  it('is the same wherever the command runs', async () => {
    const folder = repositoryOf(firewall('shop', '10.1.2.3/8'));
    await check(folder, '--write-baseline', FILE);
    const { out } = await weir('.', ['-C', folder, 'check', '--baseline', FILE]);
    expect(out).toBe('no problems, 1 ignored\n');
  });

  it('tells of entries that are found no more, unless only a part is read', async () => {
    const folder = repositoryOf(firewall('shop', '10.1.2.3/8', '172.16.0.1/12'));
    await check(folder, '--write-baseline', FILE);
    writeFileSync(join(folder, 'shop.yaml'), firewall('shop', '10.1.2.3/8'));
    expect((await check(folder, '--baseline', FILE)).err).toContain('1 entry no longer occurs');
    expect((await check(folder, 'node.yaml', '--baseline', FILE)).err).not.toContain('found no more');
    await check(folder, '--write-baseline', FILE);
    expect((await check(folder, '--baseline', FILE)).err).toBe(GAPS);
    expect(readFileSync(join(folder, FILE), 'utf8')).toMatch(
      /^# .*\n[0-9a-f]{16}:1 egress-firewall\/host-bits shop\.yaml\n$/,
    );
  });

  it('holds as many equal findings as there were, and not one more', async () => {
    const folder = repositoryOf(firewall('shop', '10.1.2.3/8'));
    await check(folder, '--write-baseline', FILE);
    writeFileSync(join(folder, 'shop.yaml'), firewall('shop', '10.1.2.3/8', '10.1.2.3/8'));
    const { out } = await check(folder, '--baseline', FILE, '--format', 'json');
    const codes = (JSON.parse(out) as { code: string }[]).map(({ code }) => code);
    expect(codes.filter((code) => code === 'egress-firewall/host-bits')).toHaveLength(1);
  });

  it('holds no error', async () => {
    const folder = repositoryOf(firewall('shop', '10.1.2.3/8').replace('type: Deny', 'type: deny'));
    const { code, out } = await check(folder, '--write-baseline', FILE);
    expect(code).toBe(1);
    expect(out).toContain('error[schema/not-a-choice]');
  });

  it('lets compile --strict write what the live controllers reject, if it has the finding', async () => {
    const folder = repositoryOf(firewall('shop', '10.0.0.0'));
    expect((await weir(folder, ['compile', '--strict'])).code).toBe(1);
    await check(folder, '--write-baseline', FILE);
    for (const words of [['compile'], ['compile', '--policy']]) {
      const { code, out, err } = await weir(folder, [...words, '--strict', '--baseline', FILE]);
      expect([code, err]).toEqual([0, 'no problems, 1 ignored\n']);
      expect(out).not.toBe('');
    }
    writeFileSync(join(folder, 'shop.yaml'), firewall('shop', '10.0.0.0', '10.0.0.1'));
    const { code, err } = await weir(folder, ['compile', '--check', '--strict', '--baseline', FILE]);
    expect(code).toBe(1);
    expect(err).toContain("'10.0.0.1'");
    expect(err).not.toContain("'10.0.0.0'");
  });

  it('that cannot be read ends compile', async () => {
    const { code, err } = await weir(repositoryOf(firewall('shop')), ['compile', '--baseline', FILE]);
    expect([code, err]).toEqual([1, expect.stringContaining(`${FILE} cannot be read`)]);
  });

  it('shows as many findings as are asked for', async () => {
    const folder = repositoryOf(firewall('shop', '10.1.2.3/8', '172.16.0.1/12', '192.168.1.1/16'));
    writeFileSync(join(folder, FILE), '');
    const { out } = await check(folder, '--baseline', FILE, '--max-findings', '1');
    expect(out).toContain('2 more findings are not shown');
    expect(out.trimEnd().split('\n').at(-1)).toBe('3 warnings');
  });

  it('must be there, and be one', async () => {
    const folder = repositoryOf(firewall('shop', '10.0.0.0/8'));
    expect(await check(folder, '--baseline', FILE)).toMatchObject({ code: 1, out: '' });
    writeFileSync(join(folder, FILE), '# a comment\nno entry\n');
    const { code, err } = await check(folder, '--baseline', FILE);
    expect([code, err]).toEqual([1, `weir: ${FILE}:2: invalid baseline entry\n`]);
  });
});
