import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { ZoneRows } from '../../src/model/northbound.js';
import { RELEASES, releaseCalled } from '../../src/ovn-kubernetes/releases/index.js';
import { reason } from '../apply/northbound/northbound.js';
import { RESOURCES, manifestsOf, mustGather415 } from '../cli/must-gather-415.js';
import { liveRowsOf, startLiveDatabase } from '../rig/live-database.js';
import { scratch } from '../sources/scratch.js';

const FIXTURES = fileURLToPath(new URL('../../fixtures/releases', import.meta.url));
const GOLDEN = fileURLToPath(new URL('../../golden/releases', import.meta.url));
const SETTINGS = `interconnect: true
clusterSubnets: ["10.128.0.0/14/23"]
inventory: ["must-gather/**/*.yaml"]
manifests: [egress/*.yaml, policies/*.yaml]
`;

/** The fixtures that compile. */
const fixtures = readdirSync(FIXTURES).filter((fixture) => {
  const findings = join(GOLDEN, fixture, 'diagnostics.txt');
  return !existsSync(findings) || !/^error\[/m.test(readFileSync(findings, 'utf8'));
});

/** The name of the release that a fixture is for. */
function releaseOf(fixture: string): string | undefined {
  return /^ovnKubernetes: "?([^"\n]+)"?$/m.exec(readFileSync(join(FIXTURES, fixture, 'weir.yaml'), 'utf8'))?.[1];
}

describe.skipIf(reason !== undefined)(`rows of each release (${reason ?? 'on a real ovsdb-server'})`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-schema-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** Loads rows, and compares how many of each table there are then. */
  const expectLoaded = async (rows: ZoneRows, schemaVersion: string): Promise<void> => {
    const server = await startLiveDatabase(rows, schemaVersion, folder);
    try {
      const tables = await server.dump();
      for (const [table, own] of rows.rows) expect(tables[table], table).toHaveLength(own.length);
    } finally {
      server.close();
    }
  };

  it.each(RELEASES.map(({ name, ovnSchemaVersion }) => ({ name, ovnSchemaVersion })))(
    'load into the schema that $name ships with, $ovnSchemaVersion',
    async ({ name, ovnSchemaVersion }) => {
      const gathered = Object.entries(mustGather415()).map(([path, text]) => [`must-gather/${path}`, text] as const);
      const manifests = Object.entries(RESOURCES).map(([path, objects]) => [path, manifestsOf(objects)] as const);
      const repository = scratch({
        ...Object.fromEntries([...gathered, ...manifests]),
        'weir.yaml': `ovnKubernetes: "${name}"\n${SETTINGS}`,
      });
      const zones = await liveRowsOf(repository);
      expect([...zones.keys()]).toEqual(['worker-1', 'worker-2', 'worker-3']);
      for (const rows of zones.values()) await expectLoaded(rows, ovnSchemaVersion);
    },
  );

  it.each(fixtures)('load into that schema, for releases/%s', async (fixture) => {
    const { ovnSchemaVersion } = releaseCalled(releaseOf(fixture));
    for (const rows of (await liveRowsOf(join(FIXTURES, fixture))).values()) await expectLoaded(rows, ovnSchemaVersion);
  });
});
