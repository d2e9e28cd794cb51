import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { capturePrinted } from '../../src/cli/process/print.js';
import { runProgram } from '../../src/cli/program.js';
import { scratch } from '../sources/scratch.js';
import { clusterFiles } from '../workloads/cluster.js';

const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));

async function run(folder: string, ...words: string[]) {
  const all = ['node', 'weir', '-C', folder, 'whatif', ...words];
  const { result, stdout, stderr } = await capturePrinted(() => runProgram(all));
  return { code: result, out: stdout, err: stderr };
}

interface Answer {
  readonly counts: Readonly<Record<string, number>>;
  readonly inventory: Readonly<Record<string, object>>;
  readonly failure: Readonly<Record<string, unknown>>;
}

async function ask(folder: string, ...words: string[]): Promise<Answer> {
  const { code, out, err } = await run(folder, ...words, '--format', 'json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out) as Answer;
}

const shop = (): string => scratch(clusterFiles({ number: 20, replicas: 3 }));

describe('weir whatif --remove of a rule', () => {
  it('closes what the rule alone allows, and keeps the lines of the others', async () => {
    const { code, out } = await run(join(FIXTURES, 'quickstart'), '--remove', 'egressfirewall/shop/default:1');
    expect(code).toBe(0);
    expect(out).toContain('the input → without egressfirewall/shop/default:1');
    expect(out).toContain("before:  allowed by rule 'Allow 203.0.113.0/24' of EgressFirewall shop/default");
    expect(out).toMatch(
      /after: {3}dropped by rule 'Deny 0\.0\.0\.0\/0' of EgressFirewall shop\/default \(.*shop\.yaml:17\)/,
    );
    expect(out).toContain('~ EgressFirewall shop/default');
  });

  it('removes several rules by their indexes before the change, and finds rules by list and index', async () => {
    const firewall = 'egressfirewall/shop/default';
    const { counts } = await ask(join(FIXTURES, 'quickstart'), '--remove', `${firewall}:2`, `${firewall}:1`);
    expect(counts).toMatchObject({ opened: 1, closed: 0 });
    expect((await ask(shop(), '--remove', 'networkpolicy/shop/db:ingress/0')).counts).toMatchObject({ closed: 1 });
    expect((await ask(shop(), '--remove', 'networkpolicy/shop/db:0')).counts).toMatchObject({ closed: 1 });
  });

  it('rejects a rule that the object does not have, and names those that it has', async () => {
    const { code, err } = await run(join(FIXTURES, 'quickstart'), '--remove', 'egressfirewall/shop/default:7');
    expect({ code, err }).toEqual({ code: 1, err: 'weir: EgressFirewall shop/default has no rule 7, only 0, 1, 2\n' });
  });
});

describe('weir whatif --scale', () => {
  it('removes the last pods of a workload, or all, and adds pods without an address', async () => {
    const folder = shop();
    const pods = async (count: number): Promise<unknown> =>
      (await ask(folder, '--scale', `deployment/shop/web=${count}`)).inventory.pods;
    expect(await pods(1)).toEqual({ added: 0, removed: 2, changed: 0 });
    expect(await pods(0)).toEqual({ added: 0, removed: 3, changed: 0 });
    expect(await pods(5)).toEqual({ added: 2, removed: 0, changed: 0 });
    expect(await pods(3)).toEqual({ added: 0, removed: 0, changed: 0 });
  });

  it('plans no pods for a workload with 0 pods, and takes its endpoints', async () => {
    const workload =
      'apiVersion: apps/v1\nkind: StatefulSet\nmetadata: { name: cache, namespace: shop }\nspec: { template: { metadata: { labels: { app: cache } }, spec: {} } }\n';
    const folder = scratch(clusterFiles({ number: 20, replicas: 1, pods: [workload] }));
    const pods = async (count: number): Promise<unknown> =>
      (await ask(folder, '--scale', `statefulset/shop/cache=${count}`)).inventory.pods;
    expect(await pods(2)).toEqual({ added: 2, removed: 0, changed: 0 });
    expect(await pods(0)).toEqual({ added: 0, removed: 0, changed: 0 });
  });

  it('rejects an unknown workload and a number that is none', async () => {
    expect((await run(shop(), '--scale', 'deployment/shop/dbs=0')).err).toBe(
      "weir: no workload deployment/shop/dbs in the inventory: did you mean 'Deployment/shop/db'?\n",
    );
    expect((await run(shop(), '--scale', 'deployment/shop/db=many')).err).toBe(
      "weir: expected KIND/NAMESPACE/NAME=NUMBER in --scale, found 'deployment/shop/db=many'\n",
    );
  });
});

describe('weir whatif --down', () => {
  it('lists what is on the node, with the address that moves and the single points that remain', async () => {
    const folder = join(FIXTURES, 'egress-ip/objects-are-spread-over-the-nodes');
    const { failure } = await ask(folder, '--down', 'otter');
    expect(failure).toMatchObject({
      ...{ node: 'otter', pods: ['depot/crate-0'], services: [], gateways: [], expectations: [] },
      hosted: [
        { kind: 'EgressIP', name: 'birch', address: '192.168.10.51', to: 'heron', why: 'otter: the node is not ready' },
      ],
      singlePoints: [
        { name: 'EgressIP alder 192.168.10.50', node: 'heron' },
        { name: 'EgressIP birch 192.168.10.51', node: 'heron' },
      ],
    });
    expect((await run(folder, '--down', 'otter')).out).toContain(
      'egress addresses and hosts there:\n  EgressIP birch 192.168.10.51 → heron\n',
    );
  });

  it('counts endpoints, and names hosts that no other node can replace', async () => {
    const spread = join(FIXTURES, 'egress-service/services-are-spread-over-the-nodes');
    const { failure } = await ask(spread, '--down', 'otter');
    expect(failure).toMatchObject({ hosted: [{ kind: 'EgressService', name: 'mill/s2', to: 'heron' }] });
    expect(failure.singlePoints).toContainEqual({
      ...{ name: 'Service mill/s1', node: 'heron', reason: 'no other node has endpoints' },
    });
    const { out } = await run(
      join(FIXTURES, 'egress-service/one-host-for-the-endpoints-of-a-service'),
      '--down',
      'otter',
    );
    expect(out).toContain('Services with endpoints there: shop/web (1 of 4)\n');
    expect(out).toContain('  EgressService shop/web has no other node: ');
  });

  it('names gateways on the node and the expectations that fail without it', async () => {
    const gates = join(FIXTURES, 'admin-policy-based-external-route/gateway-pods-on-the-host-network');
    expect((await ask(gates, '--down', 'heron')).failure.gateways).toEqual([
      '192.168.10.11 of AdminPolicyBasedExternalRoute corp',
    ]);
    expect((await ask(join(FIXTURES, 'quickstart'), '--down', 'worker-a')).failure.expectations).toEqual([
      'what checkout sends to the partner is served first',
    ]);
  });
});
