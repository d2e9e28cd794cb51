import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { whyNoKubectl } from '../rig/kubectl.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly securityContext: {
    readonly privileged?: boolean;
    readonly allowPrivilegeEscalation?: boolean;
    readonly readOnlyRootFilesystem?: boolean;
    readonly runAsNonRoot?: boolean;
    readonly capabilities?: { readonly drop?: readonly string[]; readonly add?: readonly string[] };
  };
}
interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly rules?: readonly { readonly resources: readonly string[]; readonly verbs: readonly string[] }[];
  readonly spec?: { readonly template?: { readonly spec: { readonly containers: readonly Container[] } } };
}

const reason = whyNoKubectl();

/** The objects that `kubectl kustomize` makes of a folder. */
function build(folder: string): readonly Resource[] {
  const text = execFileSync('kubectl', ['kustomize', `${ROOT}/deploy/${folder}`], { encoding: 'utf8' });
  return parseAllDocuments(text).map((document) => document.toJS() as Resource);
}
const containersOf = (resources: readonly Resource[]) =>
  resources.flatMap((resource) => resource.spec?.template?.spec.containers ?? []);

describe.skipIf(reason !== undefined)(`the manifests of deploy${reason ? ` (${reason})` : ''}`, () => {
  it.each([
    ['base', ['weir-node']],
    ['interconnect', ['weir-node', 'weir-zone']],
    ['central', ['weir-node', 'weir-zone']],
  ])('%s has its appliers, all in one namespace and of one image', (folder, names) => {
    const resources = build(folder);
    const workloads = resources.filter(({ spec }) => spec?.template);
    expect(workloads.map(({ metadata }) => metadata.name).sort()).toEqual(names);
    const namespaces = resources.filter(({ kind }) => kind !== 'Namespace').map(({ metadata }) => metadata.namespace);
    expect(new Set(namespaces)).toEqual(new Set(['weir']));
    const { version } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8')) as { version: string };
    expect(new Set(containersOf(resources).map(({ image }) => image))).toEqual(new Set([`weir:${version}`]));
  });

  it.each(['interconnect', 'central'])('%s asks for no more than it needs', (folder) => {
    const resources = build(folder);
    for (const { name, securityContext } of containersOf(resources)) {
      expect({ name, ...securityContext }).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(securityContext.privileged).toBeUndefined();
    }
    const rules = resources.flatMap((resource) => resource.rules ?? []);
    expect(rules).toMatchObject([{ resources: ['configmaps'], verbs: ['get'] }]);
  });

  it.each(['interconnect', 'central'])('%s starts Weir with options that it has', (folder) => {
    for (const { args = [] } of containersOf(build(folder))) {
      const [verb = '', target = ''] = args;
      const { stdout } = spawnSync(process.execPath, [CLI, verb, target, '--help'], { encoding: 'utf8' });
      const options = args.filter((word) => word.startsWith('--'));
      expect(options.filter((option) => !stdout.includes(`${option} `))).toEqual([]);
    }
  });
});

describe('the files for CI', () => {
  it.each(['ci/github-actions.yaml', 'ci/gitlab-ci.yaml'])(
    '%s is YAML and calls Weir by commands that it has',
    (file) => {
      const text = readFileSync(`${ROOT}/deploy/${file}`, 'utf8');
      expect(parse(text)).toBeTypeOf('object');
      const { stdout } = spawnSync(process.execPath, [CLI, '--help'], { encoding: 'utf8' });
      for (const [, command = ''] of text.matchAll(/\bweir ([a-z]+) /g))
        expect(stdout).toMatch(new RegExp(`^  ${command} `, 'm'));
    },
  );

  it('say what a change does also where what is rendered is not up to date', () => {
    const github = readFileSync(`${ROOT}/deploy/ci/github-actions.yaml`, 'utf8');
    expect(github).toMatch(/- run: weir pr .*\n\s+if: \$\{\{ !cancelled\(\) \}\}/);
    const gitlab = readFileSync(`${ROOT}/deploy/ci/gitlab-ci.yaml`, 'utf8');
    expect(gitlab.indexOf('weir diff')).toBeLessThan(gitlab.indexOf('weir compile --check'));
  });

  it('the hook for pre-commit checks what is rendered', () => {
    expect(parse(readFileSync(`${ROOT}/.pre-commit-hooks.yaml`, 'utf8'))).toMatchObject([
      { entry: 'weir compile --check' },
    ]);
  });
});

describe('the npm package', () => {
  it('holds the program and its templates, and nothing else', () => {
    const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [{ files }] = JSON.parse(output) as [{ files: readonly { path: string; mode: number }[] }];
    const paths = files.map(({ path }) => path);
    expect(paths.filter((path) => !/^(dist\/.*\.js|templates\/.*\.hbs|README\.md|package\.json)$/.test(path))).toEqual(
      [],
    );
    expect(paths).toEqual(expect.arrayContaining(['dist/cli.js', 'templates/nftables.nft.hbs', 'README.md']));
  });
});
