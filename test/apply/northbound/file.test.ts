import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Change, Planned } from '../../../src/model/change.js';
import { whyNoTool } from '../../northbound/scratch-ovsdb.js';
import { type Cluster, startCluster } from './cluster.js';
import { type Server, bring, firewalls, reason, render, startServer, targetOf } from './northbound.js';

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

  it('is refused when gzip has packed an archive of several, or was cut off', async () => {
    const packed = join(server.folder, 'packed.gz');
    const archive = execFileSync('tar', ['--create', '--gzip', '--directory', server.folder, 'dump.json']);
    writeFileSync(packed, archive);
    expect(driftIn(await planFrom(packed))).toEqual([
      `${packed} is an archive of several files: unpack it, and name the database of one node`,
    ]);
    writeFileSync(packed, archive.subarray(0, -9));
    expect(driftIn(await planFrom(packed))).toEqual([`${packed} is no whole gzip file: unexpected end of file`]);
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
