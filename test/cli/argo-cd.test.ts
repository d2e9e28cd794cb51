import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readParameters } from '../../src/cli/commands/argo-cd-parameters.js';
import { CLI } from '../rig/weir.js';

const FIXTURE = fileURLToPath(
  new URL('../../fixtures/egress-ip/cloud-gets-an-object-for-each-address', import.meta.url),
);
const PLUGIN = fileURLToPath(new URL('../../deploy/argo-cd/plugin.yaml', import.meta.url));

interface Plugin {
  readonly spec: {
    readonly generate: { readonly command: readonly string[] };
    readonly discover: { readonly fileName: string };
    readonly parameters: { readonly static: readonly { readonly name: string; readonly string: string }[] };
  };
}
const plugin = parse(readFileSync(PLUGIN, 'utf8')) as Plugin;

interface ManifestObject {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly status?: unknown;
}

describe('the config management plugin', () => {
  let checkout = '';
  let application = '';
  beforeEach(() => {
    checkout = mkdtempSync(join(tmpdir(), 'weir-argo-'));
    application = join(checkout, 'clusters/one');
    mkdirSync(join(checkout, 'clusters'));
    cpSync(FIXTURE, application, { recursive: true });
  });
  afterEach(() => {
    rmSync(checkout, { recursive: true });
  });

  /** Runs the command as Argo CD does: in the application's folder, its environment alone, standard input closed. */
  function generate(environment: Readonly<Record<string, string>> = {}, parameters: readonly object[] = []) {
    const [command = '', ...rest] = plugin.spec.generate.command;
    expect(command).toBe('weir');
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...rest], {
      cwd: application,
      env: {
        PATH: process.env.PATH,
        ARGOCD_APP_NAME: 'egress',
        ARGOCD_APP_NAMESPACE: 'weir',
        ARGOCD_APP_REVISION: '0123456789abcdef',
        ARGOCD_APP_SOURCE_PATH: 'clusters/one',
        ARGOCD_APP_PARAMETERS: JSON.stringify(parameters),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
      timeout: 60_000,
    });
    const objects = parseAllDocuments(stdout).map((document) => document.toJS() as ManifestObject);
    return { status, stdout, stderr, objects };
  }

  it('prints the objects to apply and the bundles, nothing else and never a status', () => {
    const { status, objects } = generate();
    expect(status).toBe(0);
    const names = objects.map(
      ({ kind, metadata }) => `${kind} ${metadata.name.replace(/^weir-[0-9a-f]{40}$/, 'shard')}`,
    );
    expect(names).toEqual([
      'CloudPrivateIPConfig 192.168.10.50',
      'CloudPrivateIPConfig 192.168.10.51',
      'ConfigMap shard',
      'ConfigMap weir-index',
    ]);
    expect(objects.filter((object) => object.status !== undefined)).toEqual([]);
    expect(objects.slice(2).map(({ metadata }) => metadata.namespace)).toEqual(['weir', 'weir']);
  });

  it('delivers the artefacts of zones and nodes where that is wanted, or nothing', () => {
    const shards = (deliver: string): number =>
      generate({ ARGOCD_ENV_WEIR_DELIVER: deliver }).objects.filter(({ kind }) => kind === 'ConfigMap').length;
    expect([shards('artefacts'), shards('policy'), shards('nothing')]).toEqual([3, 2, 0]);
    expect(generate({ ARGOCD_ENV_WEIR_DELIVER: 'all' })).toMatchObject({ status: 1, stdout: '' });
  });

  it('prints the same bytes for the same revision, and writes no file', () => {
    const before = readdirSync(checkout, { recursive: true });
    const first = generate();
    expect(generate().stdout).toBe(first.stdout);
    expect(readdirSync(checkout, { recursive: true })).toEqual(before);
  });

  it('prints nothing and fails when the input has an error', () => {
    writeFileSync(
      join(application, 'egress.yaml'),
      'apiVersion: k8s.ovn.org/v1\nkind: EgressIP\nmetadata: {name: x}\n',
    );
    const { status, stdout, stderr } = generate();
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('error[schema/missing-field]');
  });

  it('says what it finds on standard error, and leaves standard output to the manifests', () => {
    const quiet = generate();
    writeFileSync(join(application, 'other.yaml'), 'apiVersion: k8s.ovn.org/v1\nkind: Ferry\nmetadata: {name: x}\n');
    const noisy = generate();
    expect(noisy).toMatchObject({ status: 0, stdout: quiet.stdout });
    expect(noisy.stderr).toContain('warning[');
  });

  it('prints nothing when Argo CD ends it for taking too long', () => {
    const { signal, stdout } = spawnSync(process.execPath, [CLI, 'generate'], {
      cwd: application,
      env: { PATH: process.env.PATH, ARGOCD_APP_NAMESPACE: 'weir' },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
      timeout: 20,
    });
    expect({ signal, stdout }).toEqual({ signal: 'SIGTERM', stdout: '' });
  });

  it('prints nothing and fails when there is no input at all', () => {
    for (const file of readdirSync(application)) rmSync(join(application, file));
    writeFileSync(join(application, 'weir.yaml'), '');
    const { status, stdout } = generate();
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  });

  it('does as its parameters say, and they win over the environment', () => {
    const without = generate({ ARGOCD_ENV_WEIR_DELIVER: 'nothing' });
    expect(without.objects.map(({ kind }) => kind)).toEqual(['CloudPrivateIPConfig', 'CloudPrivateIPConfig']);
    const both = generate({ ARGOCD_ENV_WEIR_DELIVER: 'nothing' }, [
      { name: 'deliver', string: 'artefacts' },
      { name: 'namespace', string: 'elsewhere' },
    ]);
    expect(both.objects.at(-1)?.metadata).toMatchObject({ name: 'weir-index', namespace: 'elsewhere' });
    const locked = generate({}, [{ name: 'locked', string: 'true' }]);
    expect(locked).toMatchObject({ status: 1, stdout: '' });
    expect(locked.stderr).toContain('weir.lock.yaml is not up to date');
  });

  it('announces exactly the parameters that it reads', () => {
    const announced = plugin.spec.parameters.static;
    for (const { name, string } of announced) {
      expect(readParameters({ ARGOCD_APP_PARAMETERS: JSON.stringify([{ name, string }]) })).toBeTypeOf('object');
    }
    const refusal = readParameters({ ARGOCD_APP_PARAMETERS: '[{"name":"other"}]' });
    expect(refusal).toBe(`unknown parameter "other": choices are ${announced.map(({ name }) => name).join(', ')}`);
  });

  it.each(['{', '{"name":"strict"}', '[{"name":"strict","string":"yes"}]', '[null]', '[{"name":"strict","string":1}]'])(
    'refuses the parameters %s',
    (text) => {
      expect(readParameters({ ARGOCD_APP_PARAMETERS: text })).toBeTypeOf('string');
    },
  );

  it('reads nothing outside of the repository, not even through a link', () => {
    const outside = mkdtempSync(join(tmpdir(), 'weir-outside-'));
    writeFileSync(join(outside, 'nodes.yaml'), 'apiVersion: v1\nkind: Node\nmetadata: {name: secret-node}\n');
    const yaml = readFileSync(join(application, 'weir.yaml'), 'utf8');
    writeFileSync(join(application, 'weir.yaml'), `${yaml}inventory: [${outside}/*.yaml]\n`);
    const direct = generate();
    writeFileSync(join(application, 'weir.yaml'), yaml);
    symlinkSync(join(outside, 'nodes.yaml'), join(application, 'linked.yaml'));
    const linked = generate();
    rmSync(outside, { recursive: true });
    for (const { status, stdout, stderr } of [direct, linked]) {
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).not.toContain('secret-node');
    }
  });

  it('reads an inventory elsewhere in the repository', () => {
    mkdirSync(join(checkout, 'inventory'));
    cpSync(join(application, 'inventory.yaml'), join(checkout, 'inventory/nodes.yaml'));
    rmSync(join(application, 'inventory.yaml'));
    writeFileSync(join(application, 'weir.yaml'), 'platform: AWS\ninventory: [../../inventory/*.yaml]\n');
    expect(generate().status).toBe(0);
  });

  it('is discovered by one file of the folder, however many there are', () => {
    expect(plugin.spec.discover).toEqual({ fileName: './weir.yaml' });
  });
});
