import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openPullRequest } from '../clients/github/open-pull-request.js';
import { whyNoKubectl } from '../rig/kubectl.js';
import { repository } from '../rig/repository.js';
import { weir } from '../rig/weir.js';
import { pathWithHelm } from '../sources/helm.js';
import { scratch } from '../sources/scratch.js';

type Files = Readonly<Record<string, string>>;

const firewall = (cidr: string, namespace: string): string => `apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: {name: default, namespace: ${namespace}}
spec:
  egress:
    - {type: Allow, to: {cidrSelector: ${cidr}}}
    - {type: Deny, to: {cidrSelector: 0.0.0.0/0}}
`;
const PATCH = `apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: {name: default, namespace: mill}
spec: {egress: [{type: Deny, to: {cidrSelector: 0.0.0.0/0}}]}
`;
const KUSTOMIZED = {
  'apps/base/kustomization.yaml': 'resources: [firewall.yaml, deployment.yaml]\n',
  'apps/base/firewall.yaml': firewall('203.0.113.0/24', 'shop'),
  'apps/base/deployment.yaml': 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: shop}\n',
  'apps/prod/kustomization.yaml': 'resources: [../base]\nnamePrefix: ""\ncommonLabels: {env: prod}\n',
  'apps/plain/egress.yaml': firewall('203.0.113.0/24', 'mill'),
  'site/kustomization.yaml': 'resources: [dashboard.yaml]\n',
  'site/dashboard.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: dashboard}\n',
};
const CHART = {
  'charts/egress/Chart.yaml': 'apiVersion: v2\nname: gateway\nversion: 1.0.0\n',
  'charts/egress/values.yaml': 'cidr: 203.0.113.0/24\n',
  'charts/egress/templates/firewall.yaml': firewall('{{ .Values.cidr }}', 'quay'),
  'charts/common/Chart.yaml': 'apiVersion: v2\nname: common\nversion: 1.0.0\ntype: library\n',
  'charts/common/templates/firewall.yaml': firewall('{{ .Values.cidr }}', 'quay'),
};

/** What weir check ends with where there is no inventory. */
const SOUND = { code: 0, out: expect.stringMatching(/^warning\[inventory\/no-nodes\][^]*\n1 warning\n$/) as string };

const readIn = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');

/** The lines of a new weir.yaml about manifests and sources. */
async function initialise(
  folder: string,
  environment: Files = {},
): Promise<{ lines: string[]; out: string; err: string }> {
  const { code, out, err } = await weir(folder, ['init'], environment);
  expect([code, err]).toEqual([0, expect.any(String)]);
  const lines = readIn(folder, 'weir.yaml').split('\n');
  return { lines: lines.filter((line) => /^manifests|^sources|^ {2}- /.test(line)), out, err };
}

const reason = whyNoKubectl();
describe.skipIf(reason !== undefined)(`a kustomization that init finds${reason ? ` (${reason})` : ''}`, () => {
  it('is a source by its overlay, and its files are no manifests of their own', async () => {
    const folder = scratch(KUSTOMIZED);
    expect(await initialise(folder)).toMatchObject({
      lines: ['manifests: ["apps/plain/**/*.yaml"]', 'sources:', '  - { kustomize: apps/prod }'],
      out: expect.stringContaining('2 × EgressFirewall') as string,
    });
    expect(await weir(folder, ['check'])).toMatchObject(SOUND);
  });

  it('is compared by weir diff, and by weir pr', async () => {
    const pull = await openPullRequest();
    onTestFinished(() => pull.close());
    pull.change(KUSTOMIZED, {});
    await initialise(pull.repository);
    const base = pull.change({}, { 'apps/base/firewall.yaml': firewall('203.0.112.0/23', 'shop') });
    const { code, out } = await weir(pull.repository, ['diff', base]);
    expect([code, out]).toEqual([2, expect.stringContaining('203.0.112.0/24')]);
    expect((await pull.run(base)).code).toBe(0);
    expect(pull.github.comments[0]?.body).toContain('203.0.112.0/24');
  });

  it('keeps patches out of the manifests, and files beside it that it does not name are manifests one by one', async () => {
    const folder = scratch({
      ...KUSTOMIZED,
      'apps/prod/kustomization.yaml': 'resources: [../base, mill.yaml]\npatches: [{path: patch.yaml}]\n',
      'apps/prod/mill.yaml': firewall('203.0.113.0/24', 'mill'),
      'apps/prod/patch.yaml': PATCH,
      'apps/plain/egress.yaml': firewall('203.0.113.0/24', 'pier'),
      'apps/prod/alone.yaml': firewall('203.0.113.0/24', 'quay'),
    });
    const { lines } = await initialise(folder);
    expect(lines[0]).toBe('manifests: ["apps/plain/**/*.yaml", apps/prod/alone.yaml]');
    expect(await weir(folder, ['check'])).toMatchObject(SOUND);
  });

  it('of several overlays with the same objects names all, and says that one is meant', async () => {
    const address =
      'apiVersion: k8s.ovn.org/v1\nkind: EgressIP\nmetadata: {name: shop}\nspec: {egressIPs: [192.0.2.7], namespaceSelector: {}}\n';
    const folder = scratch({
      ...KUSTOMIZED,
      'apps/base/kustomization.yaml': 'resources: [address.yaml]\n',
      'apps/base/address.yaml': address,
      'apps/prod/kustomization.yaml': 'resources: [../base]\nnamespace: prod\n',
      'apps/dev/kustomization.yaml': 'resources: [../base]\nnamespace: dev\n',
    });
    const { lines, err } = await initialise(folder);
    expect(lines).toEqual(expect.arrayContaining(['  - { kustomize: apps/dev }', '  - { kustomize: apps/prod }']));
    expect(err).toContain(
      'note: <kustomize apps/dev>, <kustomize apps/prod> create the same objects, keep those of this',
    );
    expect(err).toContain('note: apps/dev, apps/prod have the same objects, as the folders of several clusters do');
    const { out } = await weir(folder, ['check']);
    expect(out).toContain(
      'EgressIP shop is defined more than once: by <kustomize apps/dev> and <kustomize apps/prod>\n',
    );
    expect(out).not.toContain('needless-namespace');
  });

  it('that leads to another host, or is a component, is no source; the note says why', async () => {
    const folder = scratch({
      ...KUSTOMIZED,
      'apps/prod/kustomization.yaml': 'resources: [../base, "https://files.example/x.yaml"]\n',
      'parts/kustomization.yaml': 'kind: Component\nresources: [firewall.yaml]\n',
      'parts/firewall.yaml': firewall('203.0.113.0/24', 'quay'),
    });
    const { lines, err } = await initialise(folder);
    expect(lines).toEqual(['manifests: ["apps/**/*.yaml", "parts/**/*.yaml"]']);
    expect(err).toMatch(
      /note: the kustomization apps\/prod is not added to the sources: .*https:\/\/files\.example\/x\.yaml/,
    );
  });
});

describe('a chart that init finds', () => {
  it('is a source with its name as the release; a library is none, and templates are no manifests', async () => {
    const folder = scratch(CHART);
    const environment = pathWithHelm();
    const { lines, err } = await initialise(folder, environment);
    expect(lines).toEqual(['sources:', '  - { helm: charts/egress, release: gateway }']);
    expect(err).not.toContain('charts/');
    expect(await weir(folder, ['check'], environment)).toMatchObject(SOUND);
  });

  it('is compared by weir diff, and by weir pr', async () => {
    const pull = await openPullRequest();
    onTestFinished(() => pull.close());
    vi.stubEnv('PATH', pathWithHelm().PATH);
    onTestFinished(() => void vi.unstubAllEnvs());
    pull.change(CHART, {});
    await initialise(pull.repository);
    const base = pull.change({}, { 'charts/egress/values.yaml': 'cidr: 203.0.112.0/23\n' });
    const { code, out } = await weir(pull.repository, ['diff', base]);
    expect([code, out]).toEqual([2, expect.stringContaining('203.0.112.0/24')]);
    expect((await pull.run(base)).code).toBe(0);
    expect(pull.github.comments[0]?.body).toContain('203.0.112.0/24');
  });

  it('is a source where helm is missing, too: the note says so', async () => {
    const folder = scratch(CHART);
    const bin = join(scratch(), 'bin');
    mkdirSync(bin);
    const { lines, err } = await initialise(folder, { PATH: bin });
    expect(lines).toContain('  - { helm: charts/egress, release: gateway }');
    expect(err).toContain('note: helm is not on the PATH, but required to render the chart charts/egress\n');
  });

  it('that renders no resource of Weir with its own values is no source', async () => {
    const folder = repository(CHART);
    writeFileSync(join(folder, 'charts/egress/templates/firewall.yaml'), '# kind: EgressFirewall\n');
    const { lines, err } = await initialise(folder, pathWithHelm());
    expect(lines).toEqual([]);
    expect(err).toContain('note: the chart charts/egress renders nothing that Weir compiles\n');
  });
});

describe('a repository with a folder for each cluster', () => {
  const FILES = {
    'clusters/east/egress/shop.yaml': firewall('203.0.113.0/24', 'shop'),
    'clusters/west 2/egress/shop.yaml': firewall('198.51.100.0/24', 'shop'),
    'clusters/west 2/egress/mill.yaml': firewall('198.51.100.0/24', 'mill'),
  };

  it('is offered a fleet, which the commands of the offer make', async () => {
    const folder = scratch(FILES);
    const { err } = await initialise(folder);
    expect(err).toContain(
      'note: clusters/east, clusters/west 2 have the same objects, as the folders of several clusters do. To make them a fleet, run `weir init` in each (`weir -C clusters/east init`), then `weir fleet check` here\n',
    );
    for (const cluster of ['clusters/east', 'clusters/west 2']) await initialise(join(folder, cluster));
    const { out } = await weir(folder, ['fleet', 'check']);
    expect(out).toContain('# all 2 clusters');
    expect(out).not.toContain('manifest/duplicate');
    const { err: later } = await weir(folder, ['init', '--force']);
    expect(later).toContain(
      'note: clusters/east, clusters/west 2 have a weir.yaml of their own, `weir fleet check` checks each as a cluster',
    );
  });

  it('is none where objects are equal in one folder, or differ', async () => {
    const same = scratch({
      'egress/a.yaml': firewall('203.0.113.0/24', 'shop'),
      'egress/b.yaml': firewall('203.0.113.0/24', 'shop'),
    });
    expect((await initialise(same)).err).not.toContain('fleet');
    const teams = scratch({
      'teams/a/x.yaml': firewall('203.0.113.0/24', 'a'),
      'teams/b/x.yaml': firewall('203.0.113.0/24', 'b'),
    });
    expect((await initialise(teams)).err).not.toContain('fleet');
  });
});
