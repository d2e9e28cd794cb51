import { describe, expect, it } from 'vitest';
import { weir } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';
import { FILES, suggest } from './shop.js';

describe('the packets that suggested policies allow', () => {
  it('resolves a Service without endpoints to the pods that its workload will create', async () => {
    const workload = (name: string) =>
      JSON.stringify({
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { namespace: 'shop', name },
        spec: { template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'main' }] } } },
      });
    const service = JSON.stringify({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { namespace: 'shop', name: 'db' },
      spec: { selector: { app: 'db' }, ports: [{ port: 80, targetPort: 5432 }] },
    });
    const folder = scratch({
      'weir.yaml': '',
      'app.yaml': [workload('web'), workload('db'), service].join('\n---\n'),
      'expectations.yaml': `expectations:
  - { name: the web reaches its database, from: shop/web, to: { service: shop/db }, reachable: true }
`,
    });
    expect((await weir(folder, ['expect'])).code).toBe(0);
    const { out, err } = await suggest(folder, '--format', 'json');
    const { policies } = JSON.parse(out) as { policies: { object: { metadata: { name: string }; spec: object } }[] };
    expect(policies.map(({ object }) => object.metadata.name)).toEqual(['default-deny', 'db-ingress', 'web-egress']);
    expect(policies[1]?.object.spec).toMatchObject({
      ingress: [{ from: [{ podSelector: { matchLabels: { app: 'web' } } }], ports: [{ protocol: 'TCP', port: 5432 }] }],
    });
    expect(err).toContain('the inventory has no DNS servers');
  });

  it('suggests nothing for an expectation that selects nothing', async () => {
    const expectations =
      'expectations:\n  - { name: gone, from: shop/web-1, to: { service: shop/gone }, reachable: true }\n';
    const { code, err } = await suggest(scratch({ ...FILES, 'expectations.yaml': expectations }), '-n', 'shop');
    expect([code, err]).toEqual([1, "weir: 'gone': 'to' selects nothing\n"]);
  });

  it('allows observed flows instead of expectations, for all pods with the same labels', async () => {
    const flows = `source,destination,protocol,port,verdict
10.128.0.5,10.128.0.7,TCP,5432,allow
10.128.0.9,10.128.0.6,TCP,8080,
10.128.0.6,203.0.113.9,TCP,443,
10.128.0.8,10.128.0.7,TCP,22,drop
`;
    const folder = scratch({ ...FILES, 'flows.csv': flows });
    const { code, out, err } = await suggest(folder, '-n', 'shop', '--flows', 'flows.csv', '--format', 'json');
    expect([code, err.split('\n')[0]]).toEqual([2, 'weir: ignored 1 flow, which was dropped']);
    const { policies } = JSON.parse(out) as { policies: { object: { metadata: { name: string }; spec: object } }[] };
    const names = policies.map(({ object }) => object.metadata.name);
    expect(names).toEqual(['default-deny', 'databases', 'web-ingress', 'web-egress']);
    expect(policies[3]?.object.spec).toMatchObject({
      egress: [{}, { to: [{ ipBlock: { cidr: '203.0.113.9/32' } }], ports: [{ protocol: 'TCP', port: 443 }] }, {}],
    });
  });

  it('are not those of a removed policy that the inventory still contains', async () => {
    const [, live = ''] = FILES['policies/shop.yaml'].split('---\n');
    const folder = scratch({ ...FILES, 'inventory/policies.yaml': live });
    const { code, err } = await suggest(folder, '-n', 'shop', '--write');
    expect([code, err]).toEqual([0, 'weir: policies: 3 to add, 1 to change, 1 to remove in 1 file written\n']);
  });
});
