import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Server, reason } from '../apply/northbound/northbound.js';
import { liveRowsOf, startLiveDatabase } from '../rig/live-database.js';
import { commit, git } from '../rig/repository.js';
import { type Ended, weir as runWeir } from '../rig/weir.js';
import { DATABASES, NODES, OLD_ADMIN_POLICY, RESOURCES, manifestsOf, mustGather415 } from './must-gather-415.js';

/** The schema that the databases of OpenShift 4.15 have. */
const SCHEMA_VERSION = '7.1.0';
const EXPECTATIONS = `expectations:
  - name: the shop reaches its partner
    from: {namespace: shop}
    to: {cidr: 203.0.113.0/24, ports: [443/TCP]}
    reachable: true
  - name: the partner sees the address of the shop
    from: {namespace: shop}
    to: {cidr: 203.0.113.0/24}
    source: [192.168.10.100]
`;

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const MANIFESTS = Object.fromEntries(Object.entries(RESOURCES).map(([path, objects]) => [path, manifestsOf(objects)]));

/** A weir.yaml for a release, with the schema that this ships with. */
const forRelease = (text: string, release: string): string =>
  text.replace(/^ovnKubernetes: .*$/m, `ovnKubernetes: "${release}"`).replace(/^ovnSchemaVersion: .*\n/m, '');

describe.skipIf(reason !== undefined)(
  `the must-gather of an OpenShift 4.15 cluster (${reason ?? 'with real databases'})`,
  () => {
    const top = mkdtempSync(join(tmpdir(), 'weir-415-'));
    const gathered = join(top, 'must-gather');
    const folder = join(top, 'repository');
    const servers = new Map<string, Server>();
    const weir = (...words: readonly string[]): Promise<Ended> => runWeir(folder, words);
    const audit = (zone: string): Promise<Ended> =>
      weir('audit', 'northbound', '--zone', zone, '--file', join(gathered, DATABASES, `${zone}_nbdb`));

    /** Packs the databases of all zones into the must-gather, as the controllers of the release fill them. */
    const pack = async (): Promise<void> => {
      const early = join(top, 'early');
      const store = join(top, 'ovnk_database_store');
      for (const path of [early, store]) mkdirSync(path);
      expect(await runWeir(early, ['init', '--from-must-gather', gathered])).toMatchObject({ code: 0 });
      write(early, MANIFESTS);
      for (const [zone, rows] of await liveRowsOf(early)) {
        const server = await startLiveDatabase(rows, SCHEMA_VERSION, top);
        servers.set(zone, server);
        copyFileSync(server.database, join(store, `${zone}_nbdb`));
      }
      mkdirSync(dirname(join(gathered, DATABASES)), { recursive: true });
      execFileSync('tar', ['-czf', join(gathered, DATABASES), '-C', top, 'ovnk_database_store']);
    };

    beforeAll(async () => {
      write(gathered, mustGather415());
      await pack();
      mkdirSync(folder);
      git(folder, 'init', '--quiet', '--initial-branch=main');
    }, 120_000);
    afterAll(() => {
      for (const server of servers.values()) server.close();
      rmSync(top, { recursive: true });
    });

    it('tells init the release and the schema, and where it found them', async () => {
      const { code, out } = await weir('init', '--from-must-gather', gathered);
      expect(code).toBe(0);
      expect(out).toContain('3 nodes (3 ready, 3 for egress addresses)');
      const settings = readFileSync(join(folder, 'weir.yaml'), 'utf8');
      expect(settings).toContain('ovnKubernetes: openshift-4.15 # ClusterVersion version of');
      expect(settings).toMatch(/ovnSchemaVersion: "?7\.1\.0"? #/);
      expect(settings).toContain('interconnect: true');
      write(folder, { ...MANIFESTS, 'expectations.yaml': EXPECTATIONS });
    });

    it('becomes a repository that checks, compiles, holds its expectations and shows no difference', async () => {
      expect(await weir('check')).toMatchObject({ code: 0, out: '', err: '' });
      expect(await weir('expect')).toMatchObject({ code: 0 });
      expect(await weir('compile')).toMatchObject({ code: 0 });
      commit(folder);
      expect((await weir('diff', 'HEAD')).out).toContain('Nothing changes.');
    });

    it('lets packets cross nodes, and leave with the addresses of EgressIPs', async () => {
      const inside = await weir('trace', 'shop/web-0', 'db/db-0', '5432/TCP');
      expect(inside).toMatchObject({ code: 0 });
      expect(inside.out).not.toContain('no route');
      const outside = await weir('trace', 'shop/web-0', '203.0.113.7', '443/TCP');
      expect(outside.out).toContain('192.168.10.100');
    });

    it('has databases in which an audit finds nothing', async () => {
      for (const zone of NODES)
        expect(await audit(zone), zone).toMatchObject({ code: 0, out: `northbound ${zone}: in sync\n` });
    });

    it('tells an audit for another release what its rows look like, before what cannot be compared', async () => {
      const weirYaml = readFileSync(join(folder, 'weir.yaml'), 'utf8');
      write(folder, { 'weir.yaml': forRelease(weirYaml, '1.3') });
      expect(await weir('compile')).toMatchObject({ code: 0 });
      const { code, err } = await audit('worker-1');
      expect(code).toBe(1);
      expect(err).toMatch(
        /^weir: northbound worker-1: these rows match openshift-4\.15, but 'ovnKubernetes' is 1\.3: /,
      );
      expect(err).toContain('QoS');
      write(folder, { 'weir.yaml': weirYaml });
      expect(await weir('compile')).toMatchObject({ code: 0 });
    });

    it('shows an audit of rows of 1.1, for 1.3, their release before all differences', async () => {
      const other = join(top, 'other');
      const weirYaml = readFileSync(join(folder, 'weir.yaml'), 'utf8');
      cpSync(folder, other, { recursive: true });
      write(other, { 'weir.yaml': forRelease(weirYaml, '1.1') });
      const rows = (await liveRowsOf(other)).get('worker-1');
      if (!rows) throw new Error('no rows');
      const server = await startLiveDatabase(rows, '7.11.0', top);
      servers.set('other', server);
      write(other, { 'weir.yaml': forRelease(weirYaml, '1.3') });
      expect(await runWeir(other, ['compile'])).toMatchObject({ code: 0 });
      const words = ['audit', 'northbound', '--zone', 'worker-1', '--file', server.database];
      const { code, out, err } = await runWeir(other, words);
      expect(code).toBe(2);
      expect(err).toMatch(/^weir: northbound worker-1: these rows match 1\.1, but 'ovnKubernetes' is 1\.3: /);
      expect(out).toMatch(/^northbound worker-1: [0-9]+ missing/);
      const remote = ['northbound', '--zone', 'worker-1', '--remote', `unix:${server.socket}`];
      const applied = await runWeir(other, ['apply', ...remote]);
      expect(applied.err).toMatch(/^weir: northbound worker-1: these rows match 1\.1, /);
    });

    it('loses no row of another controller, and those of a resource that goes', async () => {
      const server = servers.get('worker-1');
      const foreign = {
        priority: 900,
        match: 'ip4',
        direction: 'to-lport',
        external_ids: ['map', [['scanner', 'on']]],
      };
      await server?.transact(
        { op: 'insert', table: 'QoS', 'uuid-name': 'foreign', row: foreign },
        {
          op: 'mutate',
          table: 'Logical_Switch',
          where: [['name', '==', 'worker-1']],
          mutations: [['qos_rules', 'insert', ['set', [['named-uuid', 'foreign']]]]],
        },
      );
      const [ferry] = RESOURCES['egress/addresses.yaml'] ?? [];
      write(folder, { 'egress/shop.yaml': '', 'egress/addresses.yaml': ferry ? manifestsOf([ferry]) : '' });
      expect(await weir('compile')).toMatchObject({ code: 0 });
      const words = ['northbound', '--zone', 'worker-1', '--remote', `unix:${server?.socket}`];
      const { out } = await weir('plan', ...words);
      expect(out).toContain('  - QoS 1000|');
      expect(out).toContain('EgressIP lighter\n  - NAT');
      expect(out).not.toContain('- QoS 900|ip4');
      expect(await weir('apply', ...words, '--force')).toMatchObject({ code: 0 });
      const rows = await server?.dump();
      expect(rows?.QoS?.map(({ external_ids }) => external_ids)).toEqual([['map', [['scanner', 'on']]]]);
      expect(await weir('plan', ...words)).toMatchObject({ code: 0 });
      write(folder, MANIFESTS);
      expect(await weir('compile')).toMatchObject({ code: 0 });
    });

    it('shows an upgrade that no packet notices, and what to do with it', async () => {
      const { code, out, err } = await weir('diff', '--upgrade', 'openshift-4.15..1.3');
      expect({ code, err }).toEqual({ code: 2, err: '' });
      expect(out).toMatch(/^OVN-Kubernetes openshift-4\.15 → OVN-Kubernetes 1\.3\n/);
      expect(out).toContain('This upgrade affects no packet, adds or resolves 4 findings and changes ');
      expect(out).toContain('+ status EgressQoS shop/default');
      expect(out).toContain('info[upgrade/address-moves] the egress address on worker-2 moves while worker-2 restarts');
      expect(out).toContain("warning[upgrade/pinned-schema] 'ovnSchemaVersion' is 7.1.0, expected 7.12.0 of 1.3");
      expect(out).toContain(
        "info[upgrade/new-setting] 'ephemeralPortRange' takes effect in 1.3 with the value '32768-60999'",
      );
      expect(out).toMatch(/Rows by kind\n[^]* {2}EgressIP: Logical_Router_Policy [^]* {2}NetworkPolicy: ACL /);
      const words = ['--fail-on', 'opened,closed,source,next-hop,moved,dscp'];
      expect(await weir('diff', '--upgrade', 'openshift-4.15..1.3', ...words)).toMatchObject({ code: 0 });
    });

    it('shows a policy that the new release rejects, and what that opens', async () => {
      write(folder, { 'policies/old.yaml': manifestsOf([OLD_ADMIN_POLICY]) });
      const words = ['diff', '--upgrade', 'openshift-4.15..1.3', '--fail-on', 'opened'];
      const { code, out } = await weir(...words);
      expect(code).toBe(2);
      expect(out).toContain("new: rejected[schema/unknown-field] unknown field 'namespaceSelector'");
      expect(out).toContain('+ any protocol from pod visitor-0 in guest');
      const json = JSON.parse((await weir(...words, '--format', 'json')).out) as object;
      expect(json).toMatchObject({ upgrade: { from: 'openshift-4.15', to: '1.3' }, counts: { opened: 1, closed: 0 } });
      expect((await weir(...words, '--format', 'markdown')).out).toContain('This upgrade opens flows of 1 namespace');
      rmSync(join(folder, 'policies/old.yaml'));
    });

    it.each([
      ['1.4..1.3', "--upgrade does not know the release '1.4'"],
      ['1.3', '--upgrade takes FROM..TO, two of openshift-4.15, 1.0,'],
      ['1.3..1.3', '--upgrade needs two different releases'],
    ])('does not accept an upgrade of %s', async (text, message) => {
      const { code, err } = await weir('diff', '--upgrade', text);
      expect(code).toBe(1);
      expect(err).toContain(message);
    });

    it('compares one input in an upgrade: the work tree, a revision or a folder', async () => {
      expect(await weir('diff', 'HEAD', 'HEAD', '--upgrade', '1.2..1.3')).toMatchObject({ code: 1 });
      expect((await weir('diff', 'HEAD', '--upgrade', '1.2..1.3')).out).toContain('OVN-Kubernetes 1.2 →');
      expect((await weir('diff', './', '--upgrade', '1.2..1.3')).out).toContain('OVN-Kubernetes 1.2 →');
    });
  },
);
