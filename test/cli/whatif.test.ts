import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { weir } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';

const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));
const QUICKSTART = join(FIXTURES, 'quickstart');

interface Counts {
  readonly counts: Readonly<Record<string, number>>;
  readonly titles: Readonly<Record<string, string>>;
}

async function ask(...words: string[]): Promise<Counts> {
  const { code, out, err } = await weir(QUICKSTART, ['whatif', ...words, '--format', 'json']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out) as Counts;
}

describe('weir whatif of a change that nobody wrote', () => {
  it('says what a node takes with it that goes down: its pods, and the expectations that fail', async () => {
    const { code, out } = await weir(QUICKSTART, ['whatif', '--down', 'worker-a']);
    expect(code).toBe(0);
    expect(out).toMatch(/^pods on node worker-a: shop\/checkout-0\nServices with endpoints there: none\n/);
    expect(out).toContain('Inventory: 1 node changed, 1 pod removed.');
    expect(out).toContain("'what checkout sends to the partner is served first' failed: 'from' selects nothing");
  });

  it('opens what a removed policy has closed, as diff says without its file', async () => {
    const { counts, titles } = await ask('--remove', 'egressfirewall/shop/default');
    expect(counts).toMatchObject({ opened: 1, expectations: 1 });
    expect(titles.after).toBe('without egressfirewall/shop/default');
  });

  it('closes what an added policy closes, and replaces an object of the same name', async () => {
    const policy =
      'apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: none, namespace: shop }\nspec: { podSelector: {}, policyTypes: [Egress] }\n';
    const firewall =
      'apiVersion: k8s.ovn.org/v1\nkind: EgressFirewall\nmetadata: { name: default, namespace: shop }\nspec: { egress: [{ type: Allow, to: { cidrSelector: 0.0.0.0/0 } }] }\n';
    const folder = scratch({ 'policy.yaml': policy, 'firewall.yaml': firewall });
    expect((await ask('--add', join(folder, 'policy.yaml'))).counts).toMatchObject({ opened: 0, closed: 1 });
    expect((await ask('--add', join(folder, 'firewall.yaml'))).counts).toMatchObject({ opened: 1, closed: 0 });
    const both = await ask('--add', join(folder, 'policy.yaml'), join(folder, 'firewall.yaml'));
    expect(both.counts).toMatchObject({ opened: 0, closed: 1 });
  });

  it('gives a pod another label, and a namespace', async () => {
    expect((await ask('--label', 'shop/checkout-0', 'app=web')).counts).toMatchObject({ dscp: 1 });
    expect((await ask('--label', 'shop/checkout-0', 'app-')).counts).toMatchObject({ dscp: 1 });
    expect((await ask('--label', 'shop', 'team=blue')).counts).toMatchObject({ dscp: 0, opened: 0, closed: 0 });
  });

  it('moves the egress addresses of a node that goes down', async () => {
    const { code, out } = await weir(join(FIXTURES, 'egress-ip/objects-are-spread-over-the-nodes'), [
      'whatif',
      '--down',
      'otter',
    ]);
    expect(code).toBe(0);
    expect(out).toContain('EgressIP birch: 192.168.10.51\n    ~ otter → heron\n        otter: the node is not ready');
  });

  it('refuses what the input does not have, labels that are none, and other options beside them', async () => {
    const refused: [string[], string][] = [
      [['--down', 'worker-z'], "no node worker-z in the inventory: did you mean 'worker-a'?"],
      [['--remove', 'egressfirewall/shop/defalt'], "did you mean 'EgressFirewall/shop/default'?"],
      [['--label', 'shop/none', 'a=b'], 'no Pod shop/none in the input'],
      [['--label', 'shop', 'team'], "expected labels as key=value or key-, found 'team'"],
      [['--down', 'worker-a', '--drain', 'worker-b'], 'cannot be used with'],
    ];
    for (const [words, message] of refused) {
      const { code, out, err } = await weir(QUICKSTART, ['whatif', ...words]);
      expect({ code, out }, message).toEqual({ code: 1, out: '' });
      expect(err).toContain(message);
    }
  });
});
