import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capturePrinted } from '../../../src/cli/process/print.js';
import { runProgram } from '../../../src/cli/program.js';
import { DEFAULT_RELEASE } from '../../../src/ovn-kubernetes/releases/index.js';
import { type Rig, startRig } from '../../apply/cluster/setup.js';
import { type Server, reason } from '../../apply/northbound/northbound.js';
import { ovnkubePod, zoneNode } from './ovnkube.js';
import { liveRowsOf, startLiveDatabase } from '../../rig/live-database.js';

const REPOSITORY = fileURLToPath(new URL('../../../fixtures/on-call', import.meta.url));

const HEAD = 'FEATURE         EQUAL  CHANGE  CREATE  REMOVE  FOREIGN  OVNKUBE\n';
const TABLE = [
  'egressFirewall  7      0       0       0       0',
  'egressIP        10     0       0       0       0',
  'egressService   1      0       0       0       0',
  'networkPolicy   11     0       0       0       0',
  '(none)          1      0       0       0       0',
];

describe.skipIf(reason !== undefined)(`weir adopt of a whole zone${reason ? ` (${reason})` : ''}`, () => {
  let rig: Rig;
  let server: Server;
  let zone = '';
  const folder = mkdtempSync(join(tmpdir(), 'weir-adopt-'));
  const weir = (...words: readonly string[]) => capturePrinted(() => runProgram(['node', 'weir', ...words]));
  beforeAll(async () => {
    rig = await startRig();
    const [rows] = (await liveRowsOf(REPOSITORY)).values();
    if (!rows) throw new Error('no zone');
    ({ zone } = rows);
    server = await startLiveDatabase(rows, DEFAULT_RELEASE.ovnSchemaVersion, folder);
    expect(await weir('-C', REPOSITORY, 'compile', '--no-cache', '--out', join(folder, 'rendered'))).toMatchObject({
      result: 0,
    });
  });
  afterAll(async () => {
    server.close();
    await rig.server.close();
    for (const one of [rig.folder, folder]) rmSync(one, { recursive: true });
  });

  const adopt = () => {
    const remote = ['--zone', zone, '--remote', `unix:${server.socket}`, '--kubeconfig', rig.kubeconfig];
    return weir('adopt', join(folder, 'rendered'), ...remote);
  };
  const table = (...standings: readonly string[]): string =>
    TABLE.map((line, index) => (standings[index] ? `${line}        ${standings[index]}` : line)).join('\n');

  it('finds all rows of live controllers equal, each in its feature', async () => {
    const { result, stdout } = await adopt();
    expect(result).toBe(0);
    expect(stdout).toContain(`zone worker-a: ready\n\n${HEAD}${table()}\n\nSteps:`);
  });

  it('is not ready for network policies while the controller of the zone runs, regardless of those of other zones', async () => {
    const env = { OVN_EGRESSIP_ENABLE: 'true', OVN_MULTICAST_ENABLE: 'true' };
    for (const name of ['worker-a', 'worker-b']) rig.server.put(zoneNode(name, name));
    rig.server.put(ovnkubePod({ name: 'ovnkube-node-b', node: 'worker-b', container: 'ovnkube-controller', env }));
    expect((await adopt()).result).toBe(0);
    rig.server.put(ovnkubePod({ name: 'ovnkube-node-a', node: 'worker-a', container: 'ovnkube-controller', env }));
    const { result, stdout } = await adopt();
    expect(result).toBe(2);
    expect(stdout).toMatch(/^zone worker-a: not ready\n {2}networkPolicy: ovnkube has no flag for it.*\n\n/);
    expect(stdout).toContain(table('off', 'on', 'off', 'on, no flag'));
  });
});
