import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { whyNoKubectl } from '../../rig/kubectl.js';
import { type Rig, applyOnce, desire, startRig } from './setup.js';

const reason = whyNoKubectl();

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
  rig.server.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'harbour' } });
});
afterEach(async () => {
  await rig.server.close();
  rmSync(rig.folder, { recursive: true });
});

interface Ended {
  readonly code: number;
  readonly output: string;
}

/** Runs beside the server, which lives in this process. */
function kubectl(...words: string[]): Promise<Ended> {
  const all = ['--kubeconfig', rig.kubeconfig, '--cache-dir', join(rig.folder, 'cache'), ...words];
  return new Promise((resolve) => {
    execFile('kubectl', all, (error, stdout, stderr) => {
      resolve({ code: error ? 1 : 0, output: stdout + stderr });
    });
  });
}

function writeConfigMap(value: string): string {
  const path = join(rig.folder, 'map.json');
  const metadata = { name: 'map', namespace: 'harbour' };
  writeFileSync(path, JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { key: value } }));
  return path;
}

const ours = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'map', namespace: 'harbour' },
  data: { key: 'a' },
};

describe.skipIf(reason !== undefined)(
  `kubectl against the API server of these tests${reason ? ` (${reason})` : ''}`,
  () => {
    it('gets what Weir applied', async () => {
      desire(rig.folder, [ours]);
      await applyOnce(rig);
      const { code, output } = await kubectl(
        'get',
        'configmap',
        'map',
        '-n',
        'harbour',
        '-o',
        'yaml',
        '--show-managed-fields',
      );
      expect(output).toContain('manager: weir');
      expect(output).toContain('key: a');
      expect(code).toBe(0);
    });

    it('gets the conflict when it applies over a field of Weir', async () => {
      desire(rig.folder, [ours]);
      await applyOnce(rig);
      const { code, output } = await kubectl('apply', '--server-side', '--validate=false', '-f', writeConfigMap('b'));
      expect(code).toBe(1);
      expect(output).toContain('conflict with "weir" using v1: .data.key');
    });

    it('applies an object that Weir then shows as foreign', async () => {
      const applied = await kubectl('apply', '--server-side', '--validate=false', '-f', writeConfigMap('b'));
      expect(applied).toMatchObject({ code: 0 });
      desire(rig.folder, [ours]);
      const done = await applyOnce(rig);
      expect(done).toMatchObject({ result: 'blocked', changes: [{ drift: 'foreign', name: 'harbour/map' }] });
    });

    it('creates a Lease once, and replaces it only as it was read', async () => {
      const path = join(rig.folder, 'lease.json');
      const write = (resourceVersion: string | undefined): void => {
        const metadata = { name: 'lock', namespace: 'harbour', ...(resourceVersion ? { resourceVersion } : {}) };
        const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec: { holderIdentity: 'a' } };
        writeFileSync(path, JSON.stringify(lease));
      };
      write(undefined);
      const file = ['-f', path, '--validate=false'];
      expect(await kubectl('create', ...file)).toMatchObject({ code: 0 });
      expect(await kubectl('create', ...file)).toMatchObject({
        output: expect.stringContaining('AlreadyExists') as string,
      });
      write('1');
      expect(await kubectl('replace', ...file)).toMatchObject({
        output: expect.stringContaining('the object has been modified') as string,
      });
      const { output } = await kubectl(
        'get',
        'lease',
        'lock',
        '-n',
        'harbour',
        '-o',
        'jsonpath={.metadata.resourceVersion}',
      );
      write(output);
      expect(await kubectl('replace', ...file)).toMatchObject({ code: 0 });
    });
  },
);
