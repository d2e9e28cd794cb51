import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoKubectl } from '../rig/kubectl.js';
import { CLI, weir } from '../rig/weir.js';
import { findIsolation } from '../../src/sources/render/tool.js';
import { scratch } from '../sources/scratch.js';
import { firewall } from './hostile.js';

let connections = 0;
let port = 0;
const server = createServer((socket) => {
  connections++;
  socket.destroy();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address !== null && typeof address !== 'string') ({ port } = address);
});
afterAll(() => {
  server.close();
});

/** A repository with a kustomization of this text, in which URL stands for the address of the listener. */
function kustomized(text: string): string {
  return scratch({
    'weir.yaml': 'sources: [{ kustomize: app }]\n',
    'app/firewall.yaml': firewall('203.0.113.7/24'),
    'app/kustomization.yaml': text.replaceAll('URL', `http://127.0.0.1:${port}/a.yaml`),
  });
}

const reason = whyNoKubectl();
describe.skipIf(reason !== undefined)(`a kustomization${reason ? ` (${reason})` : ''}`, () => {
  it.each([
    ['a field in capitals', 'RESOURCES: [URL]\n', 'source/kustomization-field'],
    ['a capital in front', 'resources: [firewall.yaml]\nBases: [URL]\n', 'source/kustomization-field'],
    ['a letter that folds to another', 'resources: [firewall.yaml]\nreſources: [URL]\n', 'source/kustomization-field'],
    [
      'a generator in another case',
      'resources: [firewall.yaml]\nConfigMapGenerator: [{ name: a, files: [URL] }]\n',
      'source/kustomization-field',
    ],
    [
      'a field of a generator in another case',
      'resources: [firewall.yaml]\nconfigMapGenerator: [{ name: a, Files: [URL] }]\n',
      'source/kustomization-field',
    ],
    [
      'a field of a patch in another case',
      'resources: [firewall.yaml]\npatches: [{ PATH: URL }]\n',
      'source/kustomization-field',
    ],
    ['a schema in another case', 'resources: [firewall.yaml]\nopenapi: { Path: URL }\n', 'source/kustomization-field'],
    ['a field twice', 'resources: [firewall.yaml]\nresources: [URL]\n', 'yaml/duplicate-key'],
    ['a line break of YAML 1.1', 'resources: #\u0085  [URL]\n', 'yaml/line-separator'],
    ['two documents', 'resources: [firewall.yaml]\n---\nresources: [URL]\n', 'source/tool-failed'],
    ['a URL', 'resources: [firewall.yaml, URL]\n', 'source/remote-base'],
  ])('with %s is an error, and dials nowhere', async (_, text, code) => {
    const { code: exit, out } = await weir(kustomized(text), ['check']);
    expect(out).toContain(`error[${code}]`);
    expect(out).toContain(' --> app/kustomization.yaml:');
    expect(exit).toBe(1);
    expect(connections).toBe(0);
  });

  it('with a field in another case is an error at its name, which says how it is written', async () => {
    const { out } = await weir(kustomized('resources: [firewall.yaml]\npatches:\n  - PATH: patch.yaml\n'), ['check']);
    expect(out).toContain("error[source/kustomization-field]: unknown field 'PATH', expected a field of kustomize 5");
    expect(out).toContain(' --> app/kustomization.yaml:3:5\n');
    expect(out).toContain('= help: use path');
  });

  it('is rendered from what was checked, whatever its notation', async () => {
    const folder = kustomized(
      '# all\n"resources": &all\n- firewall.yaml\nnamespace: "m\\x69ll"\ncommonAnnotations: { note: "a\\u2028 b 😀" }\n',
    );
    const { code, out } = await weir(folder, ['check']);
    expect(out).toContain('in EgressFirewall mill/default');
    expect(code).toBe(0);
  });
});

describe.skipIf(findIsolation() === undefined)('a tool that renders', () => {
  it.each(['kubectl', 'helm'])('%s has no network', async (name) => {
    const dial = `#!${process.execPath}
const socket = require('net').connect(${port}, '127.0.0.1');
socket.on('connect', () => { console.error('Error: connected'); process.exit(1); });
socket.on('error', ({ code }) => { console.error('Error: ' + code); process.exit(1); });
`;
    const bin = scratch({ [name]: dial });
    chmodSync(join(bin, name), 0o755);
    const folder = scratch({
      'weir.yaml': name === 'helm' ? 'sources: [{ helm: app }]\n' : 'sources: [{ kustomize: app }]\n',
      'app/Chart.yaml': 'apiVersion: v2\nname: egress\nversion: 1.0.0\n',
      'app/kustomization.yaml': 'resources: [Chart.yaml]\n',
    });
    const { out } = await weir(folder, ['check'], { PATH: bin });
    expect(out).toContain('Error: ENETUNREACH');
    expect(connections).toBe(0);
  });

  it.skipIf(reason !== undefined)(
    'is run all the same where the kernel allows no network namespace, and weir says so',
    () => {
      const limits = ['user', 'net'].map((kind) => `echo 0 > /proc/sys/user/max_${kind}_namespaces`).join(' && ');
      const words = [
        '--user',
        '--map-root-user',
        'sh',
        '-c',
        `${limits} && exec "$@"`,
        'sh',
        process.execPath,
        CLI,
        'check',
      ];
      const { stdout, status } = spawnSync('unshare', words, {
        cwd: kustomized('resources: [firewall.yaml]\n'),
        encoding: 'utf8',
      });
      expect(stdout).toContain('info[source/network-shared]: kubectl ran with access to the network');
      expect(status).toBe(0);
    },
  );
});
