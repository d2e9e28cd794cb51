import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { capturePrinted } from '../../src/cli/process/print.js';
import { runProgram } from '../../src/cli/program.js';
import { scratch } from '../sources/scratch.js';
import { type ClusterParts, FIREWALL, POLICY, clusterFiles, podText } from './cluster.js';

const EAST: ClusterParts = { number: 20, replicas: 3 };
const WEST: ClusterParts = { number: 40, replicas: 1 };

async function compare(west: ClusterParts, ...words: string[]) {
  const filesOf = (folder: string, parts: ClusterParts): [string, string][] =>
    Object.entries(clusterFiles(parts)).map(([name, text]) => [`${folder}/${name}`, text]);
  const folder = scratch(Object.fromEntries([...filesOf('east', EAST), ...filesOf('west', west)]));
  const { result, stdout, stderr } = await capturePrinted(() =>
    runProgram(['node', 'weir', 'diff', join(folder, 'east'), join(folder, 'west'), '--by', 'workload', ...words]),
  );
  return { code: result, out: stdout.replaceAll(`${folder}/`, './'), err: stderr };
}

interface Differences {
  readonly counts: Readonly<Record<string, number>>;
  readonly workloads: { readonly removed: string[]; readonly added: string[]; readonly egress: unknown[] };
}

async function differences(west: Partial<ClusterParts>): Promise<Differences> {
  const { code, out } = await compare({ ...WEST, ...west }, '--format', 'json');
  expect(code).toBe(2);
  return JSON.parse(out) as Differences;
}

describe('weir diff --by workload', () => {
  it('finds no difference in replicas, names, addresses of pods and nodes, and networks', async () => {
    const { code, out, err } = await compare(WEST);
    expect({ code, out, err }).toEqual({
      code: 0,
      out: './east → ./west\n\nNothing differs.\nWorkloads in both: 2.\n',
      err: '',
    });
  });

  it('finds a connection between workloads that only one of the clusters allows', async () => {
    const { code, out } = await compare({ ...WEST, policy: POLICY.replace('5432', '5433') });
    expect(code).toBe(2);
    expect(out).toContain(
      [
        'Opened (dropped in ./east, allowed in ./west): 1 namespace',
        '  to pod db[Deployment] in shop',
        '    + TCP 5433 from pod web[Deployment] in shop',
      ].join('\n'),
    );
    expect(out).toContain('    - TCP 5432 from pod web[Deployment] in shop\n');
  });

  it('compares addresses outside by address, and DNS names by name', async () => {
    const { out } = await compare({ ...WEST, firewall: FIREWALL.replace('113.0/24', '112.0/23') });
    expect(out).toContain('+ any protocol to 203.0.112.0/24\n');
    const { counts } = await differences({ firewall: FIREWALL.replace('api.example.com', 'api.example.org') });
    expect(counts).toMatchObject({ opened: 1, closed: 1 });
  });

  it('compares nodes by their roles', async () => {
    const { counts } = await differences({ firewall: FIREWALL.replace('/infra', '/worker') });
    expect(counts).toMatchObject({ opened: 1, closed: 1 });
  });

  it('names the resource by which a workload leaves in one of the clusters only', async () => {
    const others =
      'apiVersion: k8s.ovn.org/v1\nkind: EgressIP\nmetadata: { name: ferry }\nspec: { egressIPs: [192.168.40.100], namespaceSelector: {}, podSelector: { matchLabels: { app: web } } }\n';
    const { counts, workloads } = await differences({ others });
    expect(counts).toMatchObject({ source: 1, opened: 0, closed: 0 });
    expect(workloads.egress).toEqual([
      {
        workload: 'shop/web[Deployment]',
        before: ['IPv4 from the address of its node'],
        after: ['IPv4 by EgressIP ferry'],
      },
    ]);
  });

  it('lists workloads that one cluster lacks, and replicas with labels of their own as such', async () => {
    const cron = await differences({ pods: [podText('cron', 40, 30)] });
    expect(cron.workloads).toMatchObject({ removed: [], added: ['shop/cron[Deployment]'] });
    const canary = podText('web', 40, 31).replace('app: web', 'app: web, track: canary');
    const { workloads } = await differences({ pods: [canary] });
    expect(workloads).toMatchObject({ removed: [], added: ['shop/web[Deployment] (track=canary)'] });
  });

  it('compares Services by their ports and the workloads behind them', async () => {
    const { code, out } = await compare({ ...WEST, servicePort: 5431 });
    expect(code).toBe(2);
    expect(out).toContain(
      [
        'Services',
        '  shop/db',
        '    - 5432/TCP → shop/db[Deployment] 5432',
        '    + 5431/TCP → shop/db[Deployment] 5431',
      ].join('\n'),
    );
    expect((await compare({ ...WEST, servicePort: 5431 }, '--fail-on', 'opened')).code).toBe(0);
  });

  it('prints Markdown, and rejects an upgrade', async () => {
    const { out } = await compare({ ...WEST, policy: POLICY.replace('5432', '5433') }, '--format', 'markdown');
    expect(out).toMatch(/^### Egress: `.\/east → .\/west`\n\n\*\*Compared with .\/east, .\/west opens flows/);
    const { code, err } = await compare(WEST, '--upgrade', '1.1..1.3');
    expect(code).toBe(1);
    expect(err).toContain("option '--by <identity>' cannot be used with option '--upgrade <from..to>'");
  });
});
