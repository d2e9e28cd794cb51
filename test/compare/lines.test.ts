import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { weir } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';

const rule = (type: string, cidr: string): string => `    - type: ${type}\n      to:\n        cidrSelector: ${cidr}\n`;
const firewall = (...rules: string[]): string =>
  `apiVersion: k8s.ovn.org/v1\nkind: EgressFirewall\nmetadata:\n  name: default\n  namespace: shop\nspec:\n  egress:\n${rules.join('')}`;
const POLICY = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: closed, namespace: shop}
spec: {podSelector: {}, policyTypes: [Egress]}
`;
const INVENTORY = `apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: v1
kind: Pod
metadata: {name: web, namespace: shop}
spec: {nodeName: a, containers: [{name: x, image: x}]}
status: {podIPs: [{ip: 10.128.0.5}]}
`;
const EXPECTATIONS =
  'expectations:\n  - { name: x, from: { namespace: shop }, to: outside, only: [{ cidr: 203.0.113.0/24 }] }\n';
const BEFORE = {
  'weir.yaml': 'manifests: [egress/*.yaml]\ninventory: [inventory.yaml]\n',
  'inventory.yaml': INVENTORY,
  'expectations.yaml': EXPECTATIONS,
  'egress/shop.yaml': firewall(rule('Allow', '203.0.113.0/24'), rule('Deny', '0.0.0.0/0')),
};
/** A line more on top, and a wider rule. */
const AFTER = {
  ...BEFORE,
  'egress/shop.yaml': `# reviewed\n${firewall(rule('Allow', '203.0.112.0/23'), rule('Deny', '0.0.0.0/0'))}`,
};

type At = { readonly file: string; readonly line: number } | undefined;
interface Report {
  readonly opened: { flows: { example: Record<'before' | 'after', { rule: { at: At } }> }[] }[];
  readonly expectations: { findings: { related: { message: string; at: At }[] }[] }[];
}

type Files = Readonly<Record<string, string>>;

/** Compares two folders, from the folder of both; what it gives names them. */
function compareFolders(before: Files, after: Files) {
  const [left, right] = [scratch(before), scratch(after)];
  const [old, now] = [basename(left), basename(right)];
  const diff = async (...words: string[]): Promise<string> =>
    (await weir(dirname(left), ['diff', `./${old}`, `./${now}`, ...words])).out;
  return { old, now, diff };
}

describe('the lines of rules that decide', () => {
  it('are those of the side that they are of, as text, Markdown and JSON', async () => {
    const { old, now, diff } = compareFolders(BEFORE, AFTER);
    const [deny, allow] = [`${old}/egress/shop.yaml:11`, `${now}/egress/shop.yaml:9`];
    for (const format of ['text', 'markdown']) {
      const out = await diff('--format', format);
      expect(out).toContain(`before:  dropped by rule 'Deny 0.0.0.0/0' of EgressFirewall shop/default (${deny})`);
      expect(out).toContain(
        `after:   allowed by rule 'Allow 203.0.112.0/23' of EgressFirewall shop/default (${allow})`,
      );
      expect(out).toContain(`EgressFirewall: Allow 203.0.112.0/23: ${allow}`);
      expect(out).toContain(`before this change: EgressFirewall shop/default, 'Deny 0.0.0.0/0': ${deny}`);
    }
    const { opened, expectations } = JSON.parse(await diff('--format', 'json')) as Report;
    const { example } = opened[0]?.flows[0] ?? {};
    expect(example?.before.rule.at).toMatchObject({ file: `${old}/egress/shop.yaml`, line: 11 });
    expect(example?.after.rule.at).toMatchObject({ file: `${now}/egress/shop.yaml`, line: 9 });
    const notes = expectations[0]?.findings[0]?.related ?? [];
    expect(notes.map(({ at }) => at?.line)).toEqual([9, 11]);
  });

  it('are those of an object that did not change, in a file that did', async () => {
    const before = { ...BEFORE, 'expectations.yaml': '', 'egress/policy.yaml': POLICY };
    const rest: Partial<typeof before> = { ...before };
    delete rest['egress/policy.yaml'];
    const after = { ...rest, 'egress/shop.yaml': `# reviewed\n# twice\n${rest['egress/shop.yaml']}` };
    const { now, diff } = compareFolders(before, after);
    const out = await diff();
    expect(out).toContain(
      `allowed by rule 'Allow 203.0.113.0/24' of EgressFirewall shop/default (${now}/egress/shop.yaml:10)`,
    );
  });
});
