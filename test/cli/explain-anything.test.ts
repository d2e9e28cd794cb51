import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { capturePrinted } from '../../src/cli/process/print.js';
import { runProgram } from '../../src/cli/program.js';
import { scratch } from '../sources/scratch.js';
import { clusterFiles } from '../workloads/cluster.js';

const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));
const QUICKSTART = join(FIXTURES, 'quickstart');
const ROUTES = join(FIXTURES, 'route/edge-and-plain-http');

async function explain(folder: string, ...words: string[]) {
  const all = ['node', 'weir', '-C', folder, 'explain', ...words];
  const { result, stdout, stderr } = await capturePrinted(() => runProgram(all));
  // Places are relative to the folder in which the tests run.
  return { code: result, out: stdout.replaceAll(/\((?:[^()\s]*\/)?([\w-]+\.yaml:\d+)\)/g, '($1)'), err: stderr };
}

async function data(folder: string, ...words: string[]): Promise<Readonly<Record<string, unknown>>> {
  const { code, out } = await explain(folder, ...words, '--format', 'json');
  expect(code).toBe(0);
  return JSON.parse(out) as Readonly<Record<string, unknown>>;
}

const shop = (): string => scratch(clusterFiles({ number: 20, replicas: 2 }));

describe('weir explain of pods', () => {
  it('names what applies in each direction, expectations and findings, each with file and line', async () => {
    const { out } = await explain(QUICKSTART, 'shop/checkout-0');
    expect(out).toContain(
      [
        'applies, in this order',
        '  egress  EgressFirewall shop/default (shop.yaml:4): 3 rules',
        '  egress  EgressQoS shop/default (shop.yaml:24): DSCP 46 to 203.0.113.0/24',
        '',
        'expectations',
        "  'the shop reaches its partner and its API, and nothing else outside' (expectations.yaml:2): holds",
        "  'what checkout sends to the partner is served first' (expectations.yaml:6): holds",
      ].join('\n'),
    );
  });

  it('names the Services that they serve, and the policies that isolate them', async () => {
    const folder = shop();
    expect((await explain(folder, 'shop/app=db')).out).toContain(
      [
        'applies, in this order',
        '  ingress NetworkPolicy shop/db (egress.yaml:13): 1 rule, all else denied',
        '  egress  EgressFirewall shop/default (egress.yaml:3): 4 rules',
        '',
        'serves',
        '  Service shop/db (inventory.yaml:82): 5432/TCP at port 5432',
        '',
        'findings',
        '  info[egress-firewall/no-dns-answer]: api.example.com has no pinned answers',
      ].join('\n'),
    );
    expect(await data(folder, 'namespace', 'shop')).toMatchObject({
      applies: [{ kind: 'NetworkPolicy', direction: 'ingress' }, { kind: 'EgressFirewall' }],
      serves: [{ kind: 'Service', name: 'db' }],
      findings: [{ code: 'egress-firewall/no-dns-answer' }],
    });
  });
});

describe('weir explain of a node, a Service and a host', () => {
  it('lists the pods of a node and what it hosts, by its name alone too', async () => {
    const folder = join(FIXTURES, 'egress-ip/objects-are-spread-over-the-nodes');
    const { out } = await explain(folder, 'otter');
    expect(out).toMatch(/^Node otter \(\w+\.yaml:\d+\): ready, zone global, addresses 192\.168\.10\.\d+/);
    expect(out).toContain('pods\n  depot/crate-0\n');
    expect(out).toContain('egress addresses and hosts\n  EgressIP birch 192.168.10.51\n');
    expect((await explain(folder, 'node', 'otter')).out).toBe(out);
    expect(await data(folder, 'node/otter')).toMatchObject({ node: 'otter', hosts: [{ name: 'birch' }] });
  });

  it('names the labels that Weir writes to a node, with the resource', async () => {
    const folder = join(FIXTURES, 'egress-service/services-are-spread-over-the-nodes');
    expect((await explain(folder, 'heron')).out).toContain(
      'written by Weir\n  labels in cluster/manifests.yaml, from EgressService mill/s1, EgressService mill/s3\n',
    );
  });

  it('says which pods serve a Service, and which may reach it', async () => {
    const folder = shop();
    const { out } = await explain(folder, 'db.shop.svc');
    expect(out).toMatch(
      /^Service shop\/db \(inventory\.yaml:\d+\)\n\nports\n {2}5432\/TCP → shop\/db-h20\[ReplicaSet\] at port 5432\n/,
    );
    expect(out).toContain('may be reached from\n  shop/web-h20[ReplicaSet] => shop/db[Service] : TCP 5432\n');
    expect((await explain(folder, 'service', 'shop/db')).out).toBe(out);
  });

  it('names the Route of a host with its backend, and the rules that name a host outside', async () => {
    expect((await explain(ROUTES, 'a.example.com')).out).toContain(
      'Routes\n  Route shop/refuse (objects.yaml:1): HAProxy backend be_edge_http:shop:refuse',
    );
    const { out } = await explain(QUICKSTART, 'api.example.com');
    expect(out).toContain(
      'rules that name it\n  EgressFirewall shop/default (shop.yaml:8): Allow api.example.com, TCP 443\n',
    );
    expect(out).toContain('DNS answers\n  198.51.100.7, 198.51.100.8');
  });

  it('fails for a name that nothing has', async () => {
    for (const word of ['node/none', 'shop/none', 'none.example.com', 'service/shop/none']) {
      const { code, out, err } = await explain(QUICKSTART, word);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toContain(`no finding, workload, pod or namespace is called '${word}'`);
    }
  });
});

describe('weir explain of a policy and a rule', () => {
  it('lists the pods that it applies to and its rules, with their lines', async () => {
    expect((await explain(shop(), 'networkpolicy', 'shop/db')).out).toContain(
      [
        'applies to',
        '  pods app=db of shop: shop/db-20abc-40',
        '',
        'rules',
        '  ingress/0: Allow from pods app=web of shop, TCP 5432 (egress.yaml:17)',
      ].join('\n'),
    );
  });

  it('explains one rule: its row, its line and its findings', async () => {
    const { out } = await explain(QUICKSTART, 'egressfirewall', 'shop/default:1');
    expect(out).toMatch(
      /^EgressFirewall shop\/default, rule egress\/1\n {2}from EgressFirewall shop\/default \(shop\.yaml:14\)\n/,
    );
    expect(out).toContain('makes 1 ACL row, such as default-network-controller:EgressFirewall:shop:1\n');
    expect(out).toContain('rules\n  egress/1: Allow 203.0.113.0/24 (shop.yaml:14)');
    expect(await data(shop(), 'egressfirewall', 'shop/default:1')).toMatchObject({
      findings: [{ code: 'egress-firewall/no-dns-answer' }],
    });
    expect(await data(shop(), 'egressfirewall', 'shop/default:3')).toMatchObject({ findings: [] });
    expect((await explain(QUICKSTART, 'egressfirewall', 'shop/default:9')).err).toBe(
      'weir: EgressFirewall shop/default has no rule 9, only 0, 1, 2\n',
    );
  });
});

describe('weir explain of a line of HAProxy', () => {
  const BACKEND = 'backend be_edge_http:shop:allow';
  const SERVER = 'pod:web-1:web:http:10.128.0.10:8080';

  it.each([
    BACKEND,
    'be_edge_http:shop:allow',
    String.raw`^b\.example\.com\.?(:[0-9]+)?(/.*)?$ be_edge_http:shop:allow`,
    `10.0.0.7:51234 [26/Nov/2026:15:00:00.000] fe_sni~ be_edge_http:shop:allow/${SERVER} 0/0/1/2/3 200 512 - - --NI 1/1/0/0/0 0/0 "GET / HTTP/1.1"`,
  ])('finds the Route of %s', async (line) => {
    const { out } = await explain(ROUTES, line);
    expect(out).toContain(
      `${BACKEND}\n  in the routers of ingress controller default\n  from Route shop/allow (objects.yaml:16)\n`,
    );
    expect(out).toContain('sends them to Service shop/web (weight 100, 1 server): 10.128.0.10:8080 (Pod web-1)');
  });

  it('finds the Routes of a server, and knows the sections that all Routes share', async () => {
    const { answers } = await data(ROUTES, `server ${SERVER} 10.128.0.10:8080 cookie 0 weight 1`);
    expect((answers as { title: string }[]).map(({ title }) => title)).toContain(BACKEND);
    expect((await explain(ROUTES, 'frontend fe_sni')).out).toContain('terminates TLS with the certificate of the name');
    expect((await explain(ROUTES, 'be_http:shop:none')).out).toBe(
      "not Weir's: no Route or Ingress of the input makes the backend be_http:shop:none\n",
    );
  });

  it('leaves the namespace public to peers', async () => {
    expect((await explain(ROUTES, 'public')).err).toContain(
      "no finding, workload, pod or namespace is called 'public'",
    );
  });
});
