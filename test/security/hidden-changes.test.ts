import { describe, expect, it } from 'vitest';
import { type Proposal, review } from './review.js';

const SETTINGS = { 'weir.yaml': 'manifests: ["manifests/*.yaml"]\ninventory: ["inventory/*.yaml"]\n' };
const node = 'apiVersion: v1\nkind: Node\nmetadata: {name: heron}\n';
const namespace = (name: string, labels = '{}'): string =>
  `---\napiVersion: v1\nkind: Namespace\nmetadata: {name: ${name}, labels: ${labels}}\n`;
const pod = (where: string, name: string, ip: string, labels: string, phase = 'Running'): string =>
  `---\napiVersion: v1\nkind: Pod\nmetadata: {namespace: ${where}, name: ${name}, labels: ${labels}}\nspec: {nodeName: heron}\nstatus: {phase: ${phase}, podIP: ${ip}}\n`;
const policy = (name: string, spec: string, where = 'shop'): string =>
  `---\napiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {namespace: ${where}, name: ${name}}\nspec: ${spec}\n`;

const DB = pod('shop', 'db-0', '10.128.1.6', '{app: db}');
const PODS =
  namespace('shop') +
  namespace('empty') +
  namespace('blog', '{team: blue}') +
  pod('shop', 'web-0', '10.128.1.5', '{app: web}') +
  DB +
  pod('blog', 'site-0', '10.128.1.7', '{app: site}');
const CLOSED = policy('db', '{podSelector: {matchLabels: {app: db}}, policyTypes: [Ingress]}');
const RED = policy(
  'db',
  '{podSelector: {matchLabels: {app: db}}, ingress: [{from: [{namespaceSelector: {matchLabels: {team: red}}}]}]}',
);
const cluster = (files: Readonly<Record<string, string>>) => ({
  ...SETTINGS,
  'inventory/nodes.yaml': node,
  'inventory/pods.yaml': PODS,
  ...files,
});

/** Changes that open something, each hidden in a way of its own. */
const PROPOSALS: Readonly<Record<string, Proposal>> = {
  'a policy is deleted that the snapshot still has': {
    before: cluster({ 'manifests/db.yaml': CLOSED, 'inventory/networkpolicy.yaml': CLOSED }),
    after: { 'manifests/db.yaml': '' },
  },
  'a Namespace gets a label that the snapshot has otherwise': {
    before: cluster({ 'manifests/db.yaml': RED, 'manifests/blog.yaml': namespace('blog', '{team: green}') }),
    after: { 'manifests/blog.yaml': namespace('blog', '{team: red}') },
  },
  'a policy of a namespace without pods is opened': {
    before: cluster({ 'manifests/api.yaml': policy('api', '{podSelector: {}, policyTypes: [Ingress]}', 'empty') }),
    after: { 'manifests/api.yaml': policy('api', '{podSelector: {}, ingress: [{}]}', 'empty') },
  },
  'a policy is deleted for pods that the snapshot does not have': {
    before: cluster({ 'manifests/api.yaml': policy('api', '{podSelector: {matchLabels: {app: api}}}') }),
    after: { 'manifests/api.yaml': '' },
  },
  ...Object.fromEntries(
    Object.entries({
      removed: PODS.replace(DB, ''),
      renamed: PODS.replace(DB, DB.replace('db-0', 'db-1').replace('app: db', 'app: old')),
      completed: PODS.replace(DB, pod('shop', 'db-0', '10.128.1.6', '{app: db}', 'Succeeded')),
    }).map(([how, pods]): [string, Proposal] => [
      `a policy is deleted, and its pod is ${how}`,
      {
        before: cluster({ 'manifests/db.yaml': CLOSED }),
        after: { 'manifests/db.yaml': '', 'inventory/pods.yaml': pods },
      },
    ]),
  ),
  'a policy is opened to a label that a namespace loses in the snapshot': {
    before: cluster({ 'manifests/db.yaml': RED }),
    after: {
      'manifests/db.yaml': RED.replace('team: red', 'team: blue'),
      'inventory/pods.yaml': PODS.replace('team: blue', 'team: green'),
    },
  },
};

describe('a change that opens something fails a review that asks for it', () => {
  it.each(Object.entries(PROPOSALS))('%s', async (_, proposal) => {
    const { diff, pr, fleet, comment } = await review(proposal, 'opened');
    expect(diff.out).toContain('Opened: dropped before, passes now');
    expect(comment).toContain('Opened: dropped before, passes now');
    expect([diff.code, pr.code, fleet.code]).toEqual([2, 2, 2]);
  });
});

it('a change of which some is not compared fails a review that asks for what is opened, and says what to do', async () => {
  const numbers = Array.from({ length: 150 }, (_, index) => index);
  const pods = numbers.map((index) => pod('shop', `p-${index}`, `10.128.1.${index + 10}`, `{app: p-${index}}`));
  // Ranges of ports of which no two pairs of pods share the same ones.
  const ofAll = (name: string, start: number): string =>
    `${name}: [{${name === 'ingress' ? 'from' : 'to'}: [{namespaceSelector: {}}], ports: [{port: ${start}, endPort: ${start + 2000}}]}]`;
  const policies = (egress: (index: number) => string): string =>
    numbers
      .map((index) => {
        const spec = [`podSelector: {matchLabels: {app: p-${index}}}`, 'policyTypes: [Ingress, Egress]', egress(index)];
        return policy(`p-${index}`, `{${[...spec, ofAll('ingress', 1000 + index)].join(', ')}}`);
      })
      .join('');
  const proposal = {
    before: {
      ...SETTINGS,
      'inventory/pods.yaml': node + namespace('shop') + pods.join(''),
      'manifests/p.yaml': policies(() => 'egress: [{}]'),
    },
    after: { 'manifests/p.yaml': policies((index) => ofAll('egress', 1000 + 7 * index)) },
  };
  const { diff, pr, fleet, comment } = await review(proposal, 'opened');
  expect(diff.out).toContain('This change closes flows of 1 namespace');
  for (const text of [diff.err, comment])
    expect(text).toMatch(/the change is too large: \d+ pairs of pods were not compared. Split it into several changes/);
  expect([diff.code, pr.code, fleet.code]).toEqual([2, 2, 2]);
});
