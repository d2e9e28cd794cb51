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
    expect(diff.out).toContain('Opened (dropped before, allowed now)');
    expect(comment).toContain('Opened (dropped before, allowed now)');
    expect([diff.code, pr.code, fleet.code]).toEqual([2, 2, 2]);
  });
});

const QOS = (rule: string): string =>
  `apiVersion: k8s.ovn.org/v1\nkind: EgressQoS\nmetadata: {namespace: empty, name: default}\nspec: {egress: [${rule}]}\n`;
const EGRESS_IP = (team: string): string =>
  `apiVersion: k8s.ovn.org/v1\nkind: EgressIP\nmetadata: {name: ferry}\nspec: {egressIPs: [192.0.2.7], namespaceSelector: {matchLabels: {team: ${team}}}}\n`;
const PROMISE = 'expectations: [{name: quiet, from: {namespace: shop}, to: {namespace: blog}, unreachable: true}]\n';

/** Changes that other topics are about, with the topic and what is said of them. */
const OTHERS: Readonly<Record<string, readonly [topic: string, text: string, proposal: Proposal]>> = {
  'a mark changes for pods of a namespace that has none yet': [
    'dscp',
    'pod new pod in empty',
    {
      before: cluster({ 'manifests/qos.yaml': QOS('{dscp: 10}') }),
      after: { 'manifests/qos.yaml': QOS('{dscp: 46}') },
    },
  ],
  'a mark changes for a label that no pod has yet': [
    'dscp',
    'pod new pod with app=api in empty',
    {
      before: cluster({ 'manifests/qos.yaml': QOS('{dscp: 10, podSelector: {matchLabels: {app: api}}}') }),
      after: { 'manifests/qos.yaml': QOS('{dscp: 46, podSelector: {matchLabels: {app: api}}}') },
    },
  ],
  'an address goes to a namespace without pods': [
    'source',
    'empty',
    {
      before: cluster({
        'inventory/pods.yaml': PODS.replace('{name: empty, labels: {}}', '{name: empty, labels: {team: red}}'),
        'manifests/ferry.yaml': EGRESS_IP('blue'),
      }),
      after: { 'manifests/ferry.yaml': EGRESS_IP('red') },
    },
  ],
  'an expectation is removed': [
    'weakened',
    'quiet',
    {
      before: cluster({ 'manifests/db.yaml': CLOSED, 'expectations.yaml': PROMISE }),
      after: { 'expectations.yaml': '' },
    },
  ],
};

describe('a change of another topic fails a review that asks for it', () => {
  it.each(Object.entries(OTHERS))('%s', async (_, [topic, text, proposal]) => {
    const { diff, pr, fleet, comment } = await review(proposal, topic);
    expect(diff.out).toContain(text);
    expect(comment).toContain(text);
    expect([diff.code, pr.code, fleet.code]).toEqual([2, 2, 2]);
  });
});

describe('a firewall with a pinned name that is removed', () => {
  const firewall =
    'apiVersion: k8s.ovn.org/v1\nkind: EgressFirewall\nmetadata: {namespace: shop, name: default}\nspec: {egress: [{type: Allow, to: {dnsName: api.example.com}}, {type: Deny, to: {cidrSelector: 0.0.0.0/0}}]}\n';
  const proposal = {
    before: {
      ...cluster({ 'manifests/firewall.yaml': firewall, 'manifests/db.yaml': CLOSED }),
      'weir.yaml': `${SETTINGS['weir.yaml']}dns: {api.example.com: [198.51.100.7]}\n`,
    },
    after: { 'manifests/firewall.yaml': '' },
  };

  it('opens packets', async () => {
    const { diff, pr, fleet, comment } = await review(proposal, 'opened');
    for (const text of [diff.out, comment]) expect(text).toContain('Opened (dropped before, allowed now)');
    expect([diff.code, pr.code, fleet.code]).toEqual([2, 2, 2]);
  });

  it('closes none', async () => {
    const { diff, pr, fleet, comment } = await review(proposal, 'closed');
    for (const text of [diff.out, comment]) expect(text).not.toContain('Closed (allowed before');
    expect([diff.code, pr.code, fleet.code]).toEqual([0, 0, 0]);
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
    expect(text).toMatch(
      /\d+ pairs of pods were not compared, because the change is too large\. Split it into several changes/,
    );
  expect([diff.code, pr.code, fleet.code]).toEqual([2, 2, 2]);
});
