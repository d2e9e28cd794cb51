import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';

const DEPLOY = fileURLToPath(new URL('..', import.meta.url));

/** The choices, in the order in which an overlay lists their components: the last one changes what the others add. */
export const CHOICES = [
  'database-tls',
  'network-policies',
  'node-lease-admission',
  'metrics',
  'alerts',
  'dashboard',
  'egress-routers',
  'cloud-addresses',
  'node-without-user-namespaces',
  'api-server-address',
  'openshift',
];
export const TOPOLOGIES = ['central', 'interconnect'];
/** What the topologies have unless a component is left out. */
export const DEFAULTS = ['database-tls', 'network-policies', 'node-lease-admission'];
/** Stands for the namespace of the release. */
export const NAMESPACE = 'namespace-of-the-release';

const needsCentral = (choice) => choice === 'database-tls';

/** The objects of a topology (`central` or `interconnect`) with a list of choices, as `kubectl kustomize` makes them. */
export function buildVariant(topology, choices) {
  const folder = mkdtempSync(join(tmpdir(), 'weir-chart-'));
  const pathOf = (path) => relative(folder, join(DEPLOY, path));
  const components = [`zone-${topology}`, ...CHOICES.filter((choice) => choices.includes(choice))];
  const kustomization = {
    namespace: NAMESPACE,
    resources: [pathOf('base')],
    components: components.map((name) => pathOf(`components/${name}`)),
  };
  try {
    writeFileSync(join(folder, 'kustomization.yaml'), JSON.stringify(kustomization));
    const text = execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
    return parseAllDocuments(text).map((document) => document.toJS());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Each topology without choices, with each choice, and with each pair of them: a component changes objects of its own, or those
 * that one other component adds. Each is {topology, choices, objects}.
 */
export function buildVariants() {
  return TOPOLOGIES.flatMap((topology) => {
    const usable = CHOICES.filter((choice) => topology === 'central' || !needsCentral(choice));
    const pairs = usable.flatMap((one, index) => usable.slice(index + 1).map((other) => [one, other]));
    return [[], ...usable.map((choice) => [choice]), ...pairs].map((choices) => ({
      ...{ topology, choices },
      objects: buildVariant(topology, choices),
    }));
  });
}

/** The first sentence of what a component says of itself. */
export function describeChoice(choice) {
  const text = readFileSync(join(DEPLOY, 'components', choice, 'kustomization.yaml'), 'utf8');
  const comment = text.split('\n').filter((line) => line.startsWith('# '));
  const [sentence = ''] = comment
    .map((line) => line.slice(2))
    .join(' ')
    .split(/(?<=\.) /);
  return sentence;
}
