import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { whyNoKubectl } from '../rig/kubectl.js';
import { sampleOf } from '../rig/random.js';
import { renderChart, whyNoGo } from './helm/render.js';
import { type Resource, ROOT, buildOverlay, workloadsOf } from './manifests.js';

const CHART = `${ROOT}deploy/chart`;
const reason = whyNoKubectl() ?? whyNoGo();
const DIGEST = `sha256:${'ab'.repeat(32)}`;

/** The choices in the order of an overlay. */
const CHOICES = [
  ...['database-tls', 'network-policies', 'node-lease-admission', 'metrics', 'alerts', 'dashboard', 'egress-routers'],
  ...['cloud-addresses', 'node-without-user-namespaces', 'api-server-address', 'openshift'],
];
const VARIANTS = ['central', 'interconnect'].flatMap((topology) => {
  const usable = CHOICES.filter((choice) => topology === 'central' || choice !== 'database-tls');
  const some = sampleOf(fc.subarray(usable), 6);
  return [[], usable, ...usable.map((choice) => [choice]), ...some].map((choices) => ({ topology, choices }));
});

const valueName = (choice: string): string => choice.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
const valuesOf = (topology: string, choices: readonly string[]) => ({
  topology,
  image: { repository: 'images.example/weir', digest: DIGEST },
  createNamespace: true,
  components: Object.fromEntries(CHOICES.map((choice) => [valueName(choice), choices.includes(choice)])),
  apiServer: { host: '192.0.2.1', port: 6443 },
});

/** The objects of the overlay that has the same choices. */
function buildSame(topology: string, choices: readonly string[]): readonly Resource[] {
  const address = '{ name: weir-api-server, literals: [host=192.0.2.1, port=6443] }';
  return buildOverlay(
    'base',
    [`zone-${topology}`, ...choices],
    [
      'namespace: net',
      `images: [{ name: weir, newName: images.example/weir, digest: '${DIGEST}' }]`,
      ...(choices.includes('api-server-address')
        ? [`configMapGenerator: [${address}]`, 'generatorOptions: { disableNameSuffixHash: true }']
        : []),
    ],
  );
}

const sorted = (objects: readonly Resource[]): readonly Resource[] => {
  const keyOf = ({ kind, metadata }: Resource): string => `${kind} ${metadata.name}`;
  return objects.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
};

describe('the values of the Helm chart', () => {
  const schema = JSON.parse(readFileSync(`${CHART}/values.schema.json`, 'utf8')) as object;
  const isValid = new Ajv({ allowUnionTypes: true }).compile(schema);
  const defaults = load(readFileSync(`${CHART}/values.yaml`, 'utf8')) as object;

  it('need a topology and the digest of an image, and have no others than the listed ones', () => {
    const values = valuesOf('central', []);
    expect(isValid({ ...defaults, ...values })).toBe(true);
    expect(isValid(defaults)).toBe(false);
    expect(isValid({ ...defaults, ...values, topology: 'global' })).toBe(false);
    expect(isValid({ ...defaults, ...values, image: { repository: 'images.example/weir', digest: 'latest' } })).toBe(
      false,
    );
    expect(isValid({ ...defaults, ...values, components: { metric: true } })).toBe(false);
  });

  it('have the choices that the topologies have by default', () => {
    const { components } = defaults as { components: Readonly<Record<string, boolean>> };
    expect(Object.keys(components)).toEqual(CHOICES.map(valueName));
    const chosen = Object.keys(components).filter((name) => components[name]);
    expect(chosen).toEqual(['databaseTls', 'networkPolicies', 'nodeLeaseAdmission']);
  });
});

describe.skipIf(reason !== undefined)(`the Helm chart${reason === undefined ? '' : ` (${reason})`}`, () => {
  it('is what deploy/make-chart makes of the kustomizations', () => {
    const folder = mkdtempSync(join(tmpdir(), 'weir-chart-'));
    const filesOf = (at: string) =>
      readdirSync(at, { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.(ya?ml|json)$/.test(path))
        .sort()
        .map((path) => [path, readFileSync(join(at, path), 'utf8')]);
    try {
      execFileSync(process.execPath, [`${ROOT}deploy/make-chart/main.mjs`, folder]);
      expect(filesOf(CHART)).toEqual(filesOf(folder));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('renders to the objects of the overlay with the same choices', () => {
    const renderings = renderChart(VARIANTS.map(({ topology, choices }) => valuesOf(topology, choices)));
    for (const [index, { topology, choices }] of VARIANTS.entries()) {
      const { objects = [], error } = renderings[index] ?? {};
      expect(error).toBeUndefined();
      expect(sorted(objects), `${topology} ${choices.join()}`).toEqual(sorted(buildSame(topology, choices)));
    }
  });

  it('has no Namespace by default, takes resources of containers, and does not render without the address it needs', () => {
    const resources = { limits: { memory: '8Gi' } };
    const { apiServer, createNamespace, ...values } = valuesOf('interconnect', ['api-server-address']);
    const [given, lacking] = renderChart([
      { ...values, apiServer, resources: { zone: resources } },
      { ...values, createNamespace },
    ]);
    expect(given?.objects.filter(({ kind }) => kind === 'Namespace')).toEqual([]);
    const zone = workloadsOf(given?.objects ?? []).find(({ name }) => name === 'weir-zone');
    expect(zone?.applier.resources).toEqual(resources);
    expect(lacking?.error).toContain('apiServer.host is required');
  });
});
