import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dump } from 'js-yaml';
import type { TestCluster } from './cluster.js';
import { configurationOf, inventoryOf } from './manifests.js';
import { readZoneFile } from '../rig/joined-zone.js';
import { CLI } from '../rig/weir.js';

/** What `weir compile` wrote for a zone: its rows, whole, and its transaction, as texts. */
export interface CompiledZone {
  readonly rows: string;
  readonly transaction: string;
}

/** Writes a cluster to a scratch folder, runs the built `weir compile` on it and gives the zones' files. */
export function compileCluster(cluster: TestCluster, schemaVersion: string): ReadonlyMap<string, CompiledZone> {
  return compileAndRead(cluster, schemaVersion, (output) => {
    const folder = join(output, 'northbound/transactions');
    return new Map(
      readdirSync(folder).map((file) => {
        const zone = file.replace(/\.json$/, '');
        const transaction = readFileSync(join(folder, file), 'utf8');
        return [zone, { rows: JSON.stringify(readZoneFile(output, zone)), transaction }];
      }),
    );
  });
}

/** The same for the files of the nodes' hosts: node → file name → text. Nodes that have none are missing. */
export function compileHosts(
  cluster: TestCluster,
  schemaVersion: string,
): ReadonlyMap<string, ReadonlyMap<string, string>> {
  return compileAndRead(cluster, schemaVersion, (output) => {
    const folder = join(output, 'nodes');
    const filesOf = (node: string): ReadonlyMap<string, string> =>
      new Map(readdirSync(join(folder, node)).map((file) => [file, readFileSync(join(folder, node, file), 'utf8')]));
    return new Map((existsSync(folder) ? readdirSync(folder) : []).map((node) => [node, filesOf(node)]));
  });
}

function compileAndRead<T>(cluster: TestCluster, schemaVersion: string, read: (output: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'weir-ovn-'));
  try {
    mkdirSync(join(folder, 'inventory'));
    mkdirSync(join(folder, 'manifests'));
    writeFileSync(join(folder, 'weir.yaml'), dump(configurationOf(cluster, schemaVersion)));
    writeFileSync(join(folder, 'inventory/cluster.yaml'), documents(inventoryOf(cluster)));
    writeFileSync(join(folder, 'manifests/egress.yaml'), documents(cluster.resources));
    const output = join(folder, 'rendered');
    execFileSync(process.execPath, [CLI, 'compile', folder, '--transactions', '--out', output], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return read(output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The transaction file of every zone. */
export function transactionsOf(zones: ReadonlyMap<string, CompiledZone>): ReadonlyMap<string, string> {
  return new Map([...zones].map(([zone, { transaction }]) => [zone, transaction]));
}

function documents(objects: readonly object[]): string {
  return objects.map((object) => dump(object)).join('---\n');
}
