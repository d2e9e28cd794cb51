import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { capturePrinted } from '../../../src/cli/process/print.js';
import { runProgram } from '../../../src/cli/program.js';
import { reason } from '../../apply/northbound/northbound.js';
import { REPOSITORY } from '../live/cluster.js';
import { OLDER_SCHEMA, startZone } from '../live/zone.js';

describe.skipIf(reason !== undefined)(`weir adopt of a policy${reason ? ` (${reason})` : ''}`, () => {
  it('compares the rows that the policy has with the live inventory', async () => {
    const { server, rig, folder, close } = await startZone({ ...REPOSITORY, 'weir.yaml': OLDER_SCHEMA });
    const weir = (...words: readonly string[]) => capturePrinted(() => runProgram(['node', 'weir', ...words]));
    const bundle = join(folder, 'policy.json');
    expect(await weir('-C', folder, 'compile', '--policy', '--out', bundle)).toMatchObject({ result: 0 });
    const remote = ['--zone', 'global', '--remote', `unix:${server.socket}`, '--kubeconfig', rig.kubeconfig];
    const { result, stdout, stderr } = await weir('adopt', '--live', '--policy-bundle', bundle, ...remote);
    expect([result, stderr]).toEqual([2, '']);
    expect(stdout).toMatch(/^zone global: not ready\n {2}\d+ rows differ\n/);
    expect(stdout).toMatch(/^egressQoS +0 +0 +[1-9]\d* +0 +0$/m);
    expect(rig.server.writes()).toEqual([]);
    await close();
  });
});
