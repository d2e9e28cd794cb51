import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commit, repository } from '../rig/repository.js';
import { whyNoKubectl } from '../rig/kubectl.js';
import { weir } from '../rig/weir.js';
import { pathWithHelm } from './helm.js';
import { scratch } from './scratch.js';

const firewall = (cidr: string, rest = ''): string => `apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata:
  name: default
${rest}spec:
  egress:
    - type: Allow
      to:
        cidrSelector: ${cidr}
    - type: Deny
      to:
        cidrSelector: 0.0.0.0/0
`;
const PATCH = `- op: replace
  path: /spec/egress/0/to/cidrSelector
  value: 198.51.100.0/24
`;
const KUSTOMIZED = {
  'weir.yaml': 'sources:\n  - kustomize: overlays/prod\n',
  'base/kustomization.yaml': 'resources: [firewall.yaml]\n',
  'base/firewall.yaml': firewall('203.0.113.7/24'),
  'overlays/prod/kustomization.yaml': 'resources: [../../base]\nnamespace: prod\n',
};

const reason = whyNoKubectl();
describe.skipIf(reason !== undefined)(`a kustomization as a source${reason ? ` (${reason})` : ''}`, () => {
  it('is rendered, and a finding points at the line of the file that it comes from', async () => {
    const { code, out } = await weir(scratch(KUSTOMIZED), ['check']);
    expect(out).toContain(' --> base/firewall.yaml:9:23\n');
    expect(out).toContain('in EgressFirewall prod/default');
    expect(code).toBe(0);
  });

  it('keeps the annotations of its objects', async () => {
    const annotations = [
      'a.example/first: x',
      'haproxy.router.openshift.io/balance: source',
      'team: shop',
      'zeta: "one\\n---\\ntwo"',
    ];
    const folder = scratch({
      ...KUSTOMIZED,
      'base/firewall.yaml': firewall(
        '203.0.113.7/24',
        `  annotations:\n${annotations.map((one) => `    ${one}\n`).join('')}`,
      ),
    });
    const { code, out } = await weir(folder, ['check']);
    expect(out).toContain(' --> base/firewall.yaml:14:23\n');
    expect(code).toBe(0);
  });

  it('points at no line of a file beside it that no kustomization names', async () => {
    const folder = scratch({
      ...KUSTOMIZED,
      'base/firewall.yaml': firewall('203.0.113.7/24').replace(
        /- type: Allow\n.*\n.*\n/,
        '- { type: Allow, to: { cidrSelector: 203.0.113.7/24 } }\n',
      ),
      'overlays/prod/inventory/other.yaml': 'cidrSelector: 203.0.113.7/24\n',
    });
    const { out } = await weir(folder, ['check']);
    expect(out).toContain(' --> <kustomize overlays/prod>:');
  });

  it('points at the rendered object where no line of a file says it', async () => {
    const folder = scratch({
      ...KUSTOMIZED,
      'overlays/prod/kustomization.yaml':
        'resources: [../../base]\nnamespace: prod\npatches: [{ path: patch.yaml, target: { kind: EgressFirewall } }]\n',
      'overlays/prod/patch.yaml': PATCH.replace('0/24', '1/24'),
    });
    const { out } = await weir(folder, ['check']);
    expect(out).toContain(' --> <kustomize overlays/prod>:');
  });

  it('is compared between two revisions, each with its own files', async () => {
    const folder = repository(KUSTOMIZED);
    writeFileSync(join(folder, 'base/firewall.yaml'), firewall('203.0.112.0/23'));
    const { code, out } = await weir(folder, ['diff', 'HEAD']);
    expect(out).toContain('Opened (dropped before, allowed now)');
    expect(out).toContain('203.0.112.0/24');
    expect(out).toContain('base/firewall.yaml');
    expect(code).toBe(2);
    commit(folder);
    expect((await weir(folder, ['diff', 'HEAD~1', 'HEAD'])).code).toBe(2);
    expect((await weir(folder, ['diff', 'HEAD', 'HEAD'])).code).toBe(0);
  });

  it.each([
    ['a URL', 'resources: [../../base, https://files.example/x.yaml]\n', 'source/remote-base'],
    ['a repository', 'resources: ["github.com/org/egress//base?ref=main"]\n', 'source/remote-base'],
    ['a host that is no folder', 'resources: [git.example.org/org/egress]\n', 'source/remote-base'],
    [
      'a URL of a patch',
      'resources: [../../base]\npatches: [{path: "http://127.0.0.1/p.yaml"}]\n',
      'source/remote-base',
    ],
    ['a plugin', 'resources: [../../base]\ngenerators: [run.yaml]\n', 'source/plugin-rejected'],
    ['a folder outside of the repository', 'resources: [../../../..]\n', 'source/outside-repository'],
    ['a folder without a kustomization', 'resources: [../../nothing]\n', 'source/tool-failed'],
    ['a file that is not there', 'resources: [../../base]\npatches: [{path: no.yaml}]\n', 'source/tool-failed'],
  ])('with %s is refused', async (_, text, code) => {
    const folder = repository({ ...KUSTOMIZED, 'overlays/prod/kustomization.yaml': text });
    const ended = await weir(folder, ['check']);
    expect(ended.out).toContain(`error[${code}]`);
    expect(ended.code).toBe(1);
    // Nothing of it is on the way to the reader but the repository's own names.
    expect(ended.out).not.toContain('weir-render-');
  });

  it('reads no file through a link that leads out of the repository', async () => {
    const outside = scratch({ 'secret.yaml': firewall('192.0.2.0/24') });
    const folder = repository(KUSTOMIZED);
    symlinkSync(join(outside, 'secret.yaml'), join(folder, 'base/link.yaml'));
    writeFileSync(join(folder, 'base/kustomization.yaml'), 'resources: [link.yaml]\n');
    const { code, out } = await weir(folder, ['check']);
    expect(code).toBe(1);
    expect(out).not.toContain('192.0.2.0');
  });

  it('gets no environment of the user, and leaves nothing behind', async () => {
    const folder = scratch(KUSTOMIZED);
    const bin = scratch({
      kubectl: `#!${process.execPath}\nrequire('fs').writeFileSync('${folder}/seen', JSON.stringify([process.env, process.cwd()]));\n`,
    });
    chmodSync(join(bin, 'kubectl'), 0o755);
    await weir(folder, ['check'], { PATH: bin, GITHUB_TOKEN: 's3cret', KUBECONFIG: '/root/.kube/config' });
    const [environment, cwd] = JSON.parse(readFileSync(join(folder, 'seen'), 'utf8')) as [
      Record<string, string>,
      string,
    ];
    expect(JSON.stringify(environment)).not.toContain('s3cret');
    expect(environment.KUBECONFIG).not.toBe('/root/.kube/config');
    expect(environment.PATH).not.toContain(bin);
    expect(existsSync(cwd)).toBe(false);
  });
});

const CHART = {
  'weir.yaml':
    'sources:\n  - helm: charts/egress\n    values: [values/prod.yaml]\n    release: blue\n    namespace: shop\n',
  'charts/egress/Chart.yaml': 'apiVersion: v2\nname: egress\nversion: 1.0.0\n',
  'charts/egress/values.yaml': 'cidr: 203.0.113.0/24\n',
  'charts/egress/templates/firewall.yaml': firewall(
    '{{ .Values.cidr }}',
    '  labels:\n    release: {{ .Release.Name }}\n',
  ),
  'values/prod.yaml': 'cidr: 198.51.100.7/24\n',
};

describe('a chart as a source', () => {
  it('is rendered with its values, in its namespace', async () => {
    const folder = scratch(CHART);
    const { code, out } = await weir(folder, ['check'], pathWithHelm());
    expect(out).toContain("'198.51.100.7/24' has host bits set");
    expect(out).toContain('in EgressFirewall shop/default');
    // No line of the template says the value.
    expect(out).toContain(' --> <helm charts/egress>:');
    expect(code).toBe(0);
  });

  it('has findings at the lines of its templates that are as they are written', async () => {
    const folder = scratch({
      ...CHART,
      'charts/egress/templates/firewall.yaml': CHART['charts/egress/templates/firewall.yaml'].replace('Deny', 'Denied'),
    });
    const { code, out } = await weir(folder, ['check'], pathWithHelm());
    expect(out).toContain(' --> charts/egress/templates/firewall.yaml:');
    expect(out).toContain("'type' is 'Denied', expected one of Allow, Deny");
    expect(code).toBe(1);
  });

  it('is compared between two revisions', async () => {
    const folder = repository(CHART);
    writeFileSync(join(folder, 'values/prod.yaml'), 'cidr: 198.51.100.0/23\n');
    const { code, out } = await weir(folder, ['diff', 'HEAD'], pathWithHelm());
    expect(out).toContain('198.51.101.0/24');
    expect(code).toBe(2);
  });

  it('that helm refuses is an error with what helm says', async () => {
    const folder = scratch({ ...CHART, 'charts/egress/values.yaml': '', 'values/prod.yaml': '' });
    const { code, out } = await weir(folder, ['check'], pathWithHelm());
    expect(out).toContain(
      'error[source/tool-failed]: helm cannot render charts/egress: Error: template: firewall.yaml',
    );
    expect(code).toBe(1);
  });

  it('is an error where helm is not installed', async () => {
    const bin = join(scratch(), 'bin');
    mkdirSync(bin);
    const { code, out } = await weir(scratch(CHART), ['check'], { PATH: bin });
    expect(out).toContain(
      'error[source/tool-missing]: helm is not on the PATH, but required to render the chart charts/egress',
    );
    expect(code).toBe(1);
  });

  it('hides no finding of other sources where helm is not installed, and nothing is written', async () => {
    const bin = join(scratch(), 'bin');
    mkdirSync(bin);
    const folder = scratch({
      ...CHART,
      'weir.yaml': 'sources:\n  - helm: charts/egress\n  - files: own/*.yaml\n',
      'own/firewall.yaml': firewall('203.0.113.7/24', '  namespace: mill\n'),
      'expectations.yaml':
        'expectations:\n  - {name: closed, from: {namespace: shop}, to: outside, unreachable: true}\n',
    });
    const checked = await weir(folder, ['check'], { PATH: bin });
    expect(checked.out).toContain('error[source/tool-missing]');
    expect(checked.out).toContain("'203.0.113.7/24' has host bits set");
    expect(checked.out).not.toContain('expectation/');
    expect(checked.code).toBe(1);
    for (const words of [['compile'], ['compile', '--policy'], ['expect'], ['report', '--out', 'report.html']]) {
      expect((await weir(folder, words, { PATH: bin })).code).toBe(1);
    }
    expect(readdirSync(folder).sort()).toEqual(['charts', 'expectations.yaml', 'own', 'values', 'weir.yaml']);
  });
});

describe('files as a source', () => {
  it('are in the namespace of the source where they name none', async () => {
    const folder = scratch({
      'weir.yaml': 'sources:\n  - files: a/*.yaml\n    namespace: shop\n  - files: b/*.yaml\n    namespace: mill\n',
      'a/firewall.yaml': firewall('203.0.113.7/24'),
      'b/firewall.yaml': firewall('203.0.113.7/24'),
    });
    const { code, out } = await weir(folder, ['check']);
    expect(out).toContain('in EgressFirewall shop/default');
    expect(out).toContain('in EgressFirewall mill/default');
    expect(code).toBe(0);
  });
});
