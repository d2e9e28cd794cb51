import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { CLI } from '../rig/weir.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

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
