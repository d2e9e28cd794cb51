import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { whyNoKubectl } from '../rig/kubectl.js';
import { policyInventoryKinds } from '../../src/cli/live/compile-policy.js';
import { CLI } from '../rig/weir.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

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
interface PodSpec {
  readonly priorityClassName?: string;
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
}
interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly rules?: readonly {
    readonly apiGroups?: readonly string[];
    readonly resources: readonly string[];
    readonly verbs: readonly string[];
  }[];
  readonly spec?: {
    readonly replicas?: number;
    readonly selector?: object;
    readonly template?: { readonly spec: PodSpec };
  };
}

const reason = whyNoKubectl();

/** The objects that `kubectl kustomize` makes of a folder of deploy. */
function build(folder: string): readonly Resource[] {
  return buildAt(`${ROOT}deploy/${folder}`);
}
function buildAt(folder: string): readonly Resource[] {
  const text = execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  return parseAllDocuments(text).map((document) => document.toJS() as Resource);
}
const containersOf = (resources: readonly Resource[]) =>
  resources.flatMap((resource) => resource.spec?.template?.spec.containers ?? []);
const imagesOf = (resources: readonly Resource[]) =>
  resources
    .flatMap(({ spec }) => [...(spec?.template?.spec.containers ?? []), ...(spec?.template?.spec.initContainers ?? [])])
    .map(({ image }) => image);

/** The name of a kind in the paths of the API server. */
function pluralOf(kind: string): string {
  if (kind === 'NetworkAttachmentDefinition') return 'network-attachment-definitions';
  const word = kind.toLowerCase();
  if (word === 'endpoints') return word;
  return word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}${word.endsWith('s') ? 'es' : 's'}`;
}

describe.skipIf(reason !== undefined)(`the manifests of deploy${reason ? ` (${reason})` : ''}`, () => {
  it.each([
    ['base', ['weir-node']],
    ['interconnect', ['weir-node', 'weir-zone']],
    ['central', ['weir-node', 'weir-zone']],
  ])('%s has its appliers, all in one namespace', (folder, names) => {
    const resources = build(folder);
    const workloads = resources.filter(({ spec }) => spec?.template);
    expect(workloads.map(({ metadata }) => metadata.name).sort()).toEqual(names);
    const namespaced = resources.filter(({ kind }) => kind !== 'Namespace' && !kind.startsWith('Cluster'));
    const namespaces = namespaced.map(({ metadata }) => metadata.namespace);
    expect(new Set(namespaces)).toEqual(new Set(['weir']));
  });

  it.each(['base', 'interconnect', 'central'])(
    '%s names no image that can be pulled until an overlay sets it',
    (folder) => {
      const images = imagesOf(build(folder));
      expect(images.length).toBeGreaterThan(0);
      // No digest: the kubelet refuses the name before it asks anybody for it.
      for (const image of images) expect(image).toBe('weir@sha256:set-the-digest-in-an-overlay');
    },
  );

  it.each(['interconnect', 'central'])(
    'an overlay of %s sets the one image of all containers by its digest',
    (folder) => {
      // Kustomize wants a relative path.
      const overlay = mkdtempSync(join(tmpdir(), 'weir-overlay-'));
      try {
        const digest = `sha256:${'ab'.repeat(32)}`;
        const text = [
          `resources: ['${relative(overlay, `${ROOT}deploy/${folder}`)}']`,
          `images: [{ name: weir, newName: images.example/weir, digest: '${digest}' }]`,
        ];
        writeFileSync(join(overlay, 'kustomization.yaml'), `${text.join('\n')}\n`);
        expect(new Set(imagesOf(buildAt(overlay)))).toEqual(new Set([`images.example/weir@${digest}`]));
      } finally {
        rmSync(overlay, { recursive: true, force: true });
      }
    },
  );

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
    const added = containersOf(resources).flatMap(({ securityContext }) => securityContext.capabilities?.add ?? []);
    expect(added).toEqual(['NET_ADMIN']);
    const rules = resources.flatMap((resource) => resource.rules ?? []);
    const others = rules.filter(({ verbs }) => verbs.join() !== 'list');
    expect(others).toMatchObject([
      { resources: ['configmaps'], verbs: ['get'] },
      { resources: ['leases'], verbs: ['create', 'get', 'update'] },
    ]);
  });

  it.each(['interconnect', 'central'])('%s may list the kinds that a live applier reads, and no others', (folder) => {
    const rules = build(folder).flatMap((resource) => resource.rules ?? []);
    const lists = rules.filter(({ verbs }) => verbs.join() === 'list');
    const listed = lists.flatMap(({ apiGroups = [], resources }) =>
      apiGroups.flatMap((group) => resources.map((resource) => `${group}/${resource}`)),
    );
    const read = policyInventoryKinds.map(
      ({ apiVersion, kind }) => `${apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : ''}/${pluralOf(kind)}`,
    );
    expect(listed.sort()).toEqual(read.sort());
  });

  it.each(['interconnect', 'central'])('%s is not evicted before the pods that it serves', (folder) => {
    const specs = build(folder).flatMap(({ spec }) => spec?.template?.spec ?? []);
    for (const { priorityClassName } of specs) expect(priorityClassName).toMatch(/^system-(node|cluster)-critical$/);
  });

  it('central has an applier that stands by, and an eviction takes one of both at most', () => {
    const resources = build('central');
    const zone = resources.find(({ kind }) => kind === 'Deployment');
    const budget = resources.find(({ kind }) => kind === 'PodDisruptionBudget');
    expect(zone?.spec?.replicas).toBe(2);
    expect(budget?.spec).toMatchObject({ maxUnavailable: 1, selector: zone?.spec?.selector });
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

it('the image, the files for CI and the documents use the version of Node.js that the tests run on as the active LTS', () => {
  const read = (path: string): string => readFileSync(`${ROOT}/${path}`, 'utf8');
  const { optionalDependencies } = JSON.parse(read('test/rig/lts/package.json')) as {
    optionalDependencies: Readonly<Record<string, string>>;
  };
  const [version = '', ...others] = new Set(Object.values(optionalDependencies));
  expect(others).toEqual([]);
  const [major = ''] = version.split('.');
  expect(read('Dockerfile')).toContain(`NODE_IMAGE=node:${version}-`);
  for (const path of ['README.md', 'docs/guide.md', 'deploy/ci/gitlab-ci.yaml', 'deploy/ci/gitlab-inventory.yaml'])
    expect(read(path), path).toContain(`Node.js ${major}`);
  expect(read('deploy/ci/action.yaml')).toContain(`/node/${major}.*/`);
});

describe('the files for CI', () => {
  const REVIEWS = ['deploy/ci/github-actions.yaml', 'templates/review.yml'];
  const JOBS = [...REVIEWS, 'deploy/ci/github-inventory.yaml', 'templates/inventory.yml'];

  it.each(JOBS)('%s is YAML and calls Weir by commands that it has', (file) => {
    const text = readFileSync(`${ROOT}/${file}`, 'utf8');
    for (const document of parseAllDocuments(text)) expect(document.toJS()).toBeTypeOf('object');
    const { stdout } = spawnSync(process.execPath, [CLI, '--help'], { encoding: 'utf8' });
    for (const [, command = ''] of text.matchAll(/(?<!\/)\bweir ([a-z]+) /g))
      expect(stdout).toMatch(new RegExp(`^.{10}${command} `, 'm'));
  });

  it.each(REVIEWS)('%s fails for parts that the live controllers would refuse, and knows what day it is', (file) => {
    const text = readFileSync(`${ROOT}/${file}`, 'utf8');
    expect(text).toMatch(/weir compile --check --locked --strict/);
    const lines = text.split('\n').filter((line) => /- (?:run: )?weir /.test(line));
    expect(lines.filter((line) => !line.includes('--today "$(date -u +%F)"'))).toEqual([]);
    expect(lines.length).toBeGreaterThan(2);
  });

  it('say what a change does also where what is rendered is not up to date', () => {
    const github = readFileSync(`${ROOT}/deploy/ci/github-actions.yaml`, 'utf8');
    expect(github).toMatch(/- run: weir pr .*\n\s+if: \$\{\{ !cancelled\(\) \}\}/);
    const gitlab = readFileSync(`${ROOT}/templates/review.yml`, 'utf8');
    expect(gitlab.indexOf('weir diff')).toBeLessThan(gitlab.indexOf('weir compile --check'));
  });

  it('fail for opened traffic, moved sources and weakened expectations', () => {
    const [github = '', gitlab = ''] = REVIEWS.map((file) => readFileSync(`${ROOT}/${file}`, 'utf8'));
    expect([...github.matchAll(/--fail-on (\S+)/g)].map(([, what]) => what)).toEqual(['opened,source,weakened']);
    expect([...gitlab.matchAll(/--fail-on (\S+)/g)].map(([, what]) => what)).toEqual(['"$WEIR_FAIL_ON"']);
    expect(gitlab).toMatch(/WEIR_FAIL_ON: \$\[\[ inputs\.fail-on \]\]/);
    expect(gitlab).toContain('default: opened,source,weakened');
  });

  const INCLUDES = ['deploy/ci/gitlab-ci.yaml', 'deploy/ci/gitlab-inventory.yaml'];

  it.each([...JOBS, ...INCLUDES, 'deploy/ci/action.yaml'])(
    '%s runs nothing that is not named by its digest: Weir by a commit, its packages by package-lock.json',
    (file) => {
      const text = readFileSync(`${ROOT}/${file}`, 'utf8').replace(/^\s*#.*$/gm, '');
      expect(text).not.toMatch(/\b(npx|apt-get|pip|curl|wget)\b|^\s*(?:- )?npm (?!ci |run )/m);
      for (const [, action = ''] of text.matchAll(/\b(?:uses|component): (\S+)/g))
        expect(action).toMatch(/@[0-9a-f]{40}$/);
      for (const [, image = ''] of text.matchAll(/\bimage: (\S+)/g)) expect(image).toMatch(/@sha256:|^\$\[\[$/);
    },
  );

  it.each(['templates/review.yml', 'templates/inventory.yml'])(
    '%s takes a commit and an image by digests alone',
    (file) => {
      const [head, jobs] = parseAllDocuments(readFileSync(`${ROOT}/${file}`, 'utf8')).map(
        (one) => one.toJS() as unknown,
      );
      expect(head).toMatchObject({
        spec: { inputs: { commit: { regex: '^[0-9a-f]{40}$' }, image: { regex: '@sha256:' } } },
      });
      const [job] = Object.values(jobs as Record<string, { image: string; before_script: readonly string[] }>);
      expect(job?.image).toBe('$[[ inputs.image ]]');
      expect(job?.before_script).toContain('git -C /tmp/weir checkout --quiet --detach "$WEIR_COMMIT"');
    },
  );

  it.each([
    ['deploy/ci/gitlab-ci.yaml', 'review'],
    ['deploy/ci/gitlab-inventory.yaml', 'inventory'],
  ])('%s sets the inputs of its component', (file, name) => {
    const { include } = parse(readFileSync(`${ROOT}/${file}`, 'utf8')) as {
      include: [{ component: string; inputs: Readonly<Record<string, string>> }];
    };
    const { spec } = parseAllDocuments(readFileSync(`${ROOT}/templates/${name}.yml`, 'utf8'))[0]?.toJS() as {
      spec: { inputs: Readonly<Record<string, { default?: string }>> };
    };
    const [{ component, inputs }] = include;
    expect(component).toContain(`/weir/${name}@${inputs.commit ?? ''}`);
    const needed = Object.entries(spec.inputs).filter(([, input]) => input.default === undefined);
    expect(Object.keys(inputs)).toEqual(needed.map(([key]) => key));
  });

  it('the hook for pre-commit checks what is rendered', () => {
    expect(parse(readFileSync(`${ROOT}/.pre-commit-hooks.yaml`, 'utf8'))).toMatchObject([
      { entry: 'weir compile --check' },
    ]);
  });
});

describe('the npm package', () => {
  it('holds the program with its code, maps and validators, the library with its types, the templates, the files for CI and the pages of findings, and nothing else', () => {
    const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [{ files }] = JSON.parse(output) as [{ files: readonly { path: string; mode: number }[] }];
    const paths = files.map(({ path }) => path);
    expect(
      paths.filter(
        (path) =>
          !/^(dist\/[^/]*\.js(?:\.map)?|dist\/program-[0-9A-Z]{8}\.cjs(?:\.map|\.[a-z0-9]+-\d+\.code)?|dist\/.*\.d\.ts|dist\/validators\/[0-9a-f]{64}\.cjs|dist\/report\/page\.js|dist\/report\/page\.css|templates\/.*\.hbs|deploy\/ci\/.*\.yaml|docs\/findings\.md|README\.md|LICENSE|package\.json)$/.test(
            path,
          ),
      ),
    ).toEqual([]);
    expect(paths).toEqual(
      expect.arrayContaining([
        'dist/cli.js',
        'dist/index.js',
        'dist/index.d.ts',
        'LICENSE',
        'docs/findings.md',
        'deploy/ci/github-actions.yaml',
        'templates/nftables.nft.hbs',
        'README.md',
      ]),
    );
  });
});
