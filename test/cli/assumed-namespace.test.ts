import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { weir } from '../rig/weir.js';

const POLICY = (name: string) => `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: ${name}}
spec: {podSelector: {matchLabels: {app: ${name}}}, policyTypes: [Ingress]}
---
apiVersion: v1
kind: Pod
metadata: {name: ${name}, labels: {app: ${name}}}
`;
const EXPECTATIONS = `expectations:
  - name: nothing reaches the database
    to: { namespace: default, labels: { app: db } }
    unreachable: true
`;

describe('objects without a namespace', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'weir-assumed-'));
    writeFileSync(join(folder, 'web.yaml'), POLICY('web'));
    writeFileSync(join(folder, 'db.yaml'), POLICY('db'));
    writeFileSync(join(folder, 'expectations.yaml'), EXPECTATIONS);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['list', ['list']],
    ['list flows', ['list', 'flows']],
    ['list exposed', ['list', 'exposed']],
    ['trace', ['trace', 'default/web', 'default/db', '80']],
    ['expect', ['expect']],
    ['expect --suggest', ['expect', '--suggest']],
    ['explain', ['explain', 'address', '192.0.2.1']],
    ['whatif', ['whatif', '--drain', 'oak']],
  ])('are in the namespace default for weir %s, which says so in one line', async (_, words) => {
    const { err } = await weir(folder, words);
    expect(err).not.toContain('manifest/missing-namespace');
    expect(err.match(/objects have no namespace/g)).toEqual(['objects have no namespace']);
    expect(err).toContain("4 objects have no namespace: Weir assumes 'default'\n");
  });

  it('are errors for what is written and applied', async () => {
    for (const command of ['check', 'compile']) {
      const { code, err, out } = await weir(folder, [command]);
      expect([code, err + out]).toEqual([1, expect.stringContaining('manifest/missing-namespace')]);
    }
  });

  it('are no reason to fail for an expectation that holds', async () => {
    expect(await weir(folder, ['expect'])).toMatchObject({ code: 0, out: expect.stringContaining('1 of 1') as string });
  });
});
