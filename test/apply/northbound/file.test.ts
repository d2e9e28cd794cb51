import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Change, Planned } from '../../../src/model/change.js';
import { whyNoTool } from '../../northbound/scratch-ovsdb.js';
import { type Cluster, startCluster } from './cluster.js';
import { type Server, ZONE, bring, firewalls, reason, render, startServer, targetOf } from './northbound.js';

const why = reason ?? whyNoTool('ovsdb-client');

describe.skipIf(why !== undefined)(`the file of a database (${why ?? 'read by real tools'})`, () => {
  let server: Server;
  let dumpFile: string;

  beforeAll(async () => {
    server = await startServer();
    await bring(server, firewalls({ shop: ['allow 192.0.2.0/24', 'drop 0.0.0.0/0'] }));
    render(join(server.folder, 'rendered'), firewalls({ shop: ['allow 192.0.2.0/25'] }));
    dumpFile = join(server.folder, 'dump.json');
    writeFileSync(
      dumpFile,
      execFileSync('ovsdb-client', ['-f', 'json', 'dump', `unix:${server.socket}`, 'OVN_Northbound']),
    );
  });

  afterAll(() => {
    server.close();
  });

  const planFrom = async (file: string): Promise<Planned> => {
    const target = targetOf(server, { source: { file } });
    try {
      return await target.plan();
    } finally {
      await target.close();
    }
  };

  const driftIn = (planned: Planned): unknown =>
    planned.result === 'planned'
      ? planned.plan.changes.map(({ drift, sort }: Change) => [drift, sort])
      : planned.problems;

  const DRIFT = [
    ['changed', 'ACL'],
    ['stale', 'ACL'],
  ];

  it('shows the drift of a database file, and is not touched', async () => {
    const copy = join(server.folder, 'copy.db');
    copyFileSync(server.database, copy);
    const before = readFileSync(copy);
    expect(driftIn(await planFrom(copy))).toEqual(DRIFT);
    expect(readFileSync(copy).equals(before)).toBe(true);
  });

  it('shows the drift of what ovsdb-client dumped', async () => {
    expect(driftIn(await planFrom(dumpFile))).toEqual(DRIFT);
  });

  it.each([
    ['a database file', () => server.database],
    ['a dump', () => dumpFile],
  ])('shows the drift of %s that gzip has packed', async (_, fileOf) => {
    const packed = join(server.folder, 'packed.gz');
    writeFileSync(packed, gzipSync(readFileSync(fileOf())));
    expect(driftIn(await planFrom(packed))).toEqual(DRIFT);
  });

  /** Packs copies of the database under names, as a must-gather has them; gives the path of the archive. */
  const archive = (...names: string[]): string => {
    const top = mkdtempSync(join(server.folder, 'archive-'));
    mkdirSync(join(top, 'store'));
    for (const name of names) {
      const bytes = readFileSync(server.database);
      writeFileSync(join(top, 'store', name), name.endsWith('.gz') ? gzipSync(bytes) : bytes);
    }
    const path = join(top, 'databases.tar.gz');
    execFileSync('tar', ['--create', '--gzip', `--file=${path}`, '--directory', top, 'store']);
    return path;
  };

  it('shows the drift of the only database in an archive, of that of the zone, and of one that is named', async () => {
    expect(driftIn(await planFrom(archive('pod-a_nbdb', 'pod-a_sbdb')))).toEqual(DRIFT);
    expect(driftIn(await planFrom(archive('other_nbdb', `${ZONE}_nbdb`)))).toEqual(DRIFT);
    const several = archive('pod-a_nbdb', 'pod-b_nbdb.gz', `${'long-'.repeat(30)}_nbdb`);
    for (const name of ['pod-b_nbdb', 'store/pod-a_nbdb', 'pod-b_nbdb.gz', `${'long-'.repeat(30)}_nbdb`])
      expect(driftIn(await planFrom(`${several}/${name}`))).toEqual(DRIFT);
  });

  it('is refused when an archive has several that nobody has named, or none', async () => {
    const several = archive('pod-a_nbdb', 'pod-b_nbdb');
    const choice = `name one of pod-a_nbdb, pod-b_nbdb, as ${several}/pod-a_nbdb`;
    expect(driftIn(await planFrom(several))).toEqual([`${several} holds several databases: ${choice}`]);
    expect(driftIn(await planFrom(`${several}/pod-c_nbdb`))).toEqual([
      `${several} holds no database pod-c_nbdb: ${choice}`,
    ]);
    const none = archive('pod-a_sbdb');
    expect(driftIn(await planFrom(none))).toEqual([
      `${none} holds no Northbound database: none of its files is called *_nbdb`,
    ]);
  });

  it('is refused when what gzip has packed was cut off', async () => {
    const path = archive('pod-a_nbdb');
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, -9));
    expect(driftIn(await planFrom(path))).toEqual([`${path} is not a complete gzip file: unexpected end of file`]);
    writeFileSync(path, gzipSync(gunzipSync(bytes).subarray(0, 2000)));
    expect(driftIn(await planFrom(path))).toEqual([`${path}: the archive in it is cut off`]);
  });

  it('cannot be applied to', async () => {
    const planned = await planFrom(dumpFile);
    const outcome = planned.result === 'planned' ? await planned.plan.apply() : planned;
    expect(outcome).toMatchObject({ result: 'failed', transient: false });
  });

  it('shows the drift of the file of a server of a cluster', async () => {
    let cluster: Cluster | undefined;
    try {
      cluster = await startCluster();
      const file = join(cluster.folder, 'db0');
      expect(driftIn(await planFrom(file))).toEqual([
        ['missing', 'ACL'],
        ['missing', 'Port_Group'],
      ]);
    } finally {
      cluster?.close();
    }
  });

  it.each([
    ['nothing', ''],
    ['a text', 'hello\n'],
    ['a broken database', 'OVSDB JSON 5 0000\n{}\n'],
    ['tables as text', '{"caption":"ACL table","headings":["_uuid"],"data":[["abc"]]}\n'],
  ])('is refused when it holds %s', async (_, text) => {
    const file = join(server.folder, 'broken');
    writeFileSync(file, text);
    expect(await planFrom(file)).toMatchObject({ result: 'failed', transient: false });
  });

  it('is refused when it is not there', async () => {
    expect(await planFrom(join(server.folder, 'nowhere'))).toMatchObject({ result: 'failed', transient: false });
  });
});
