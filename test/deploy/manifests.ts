import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { memoize } from '../../src/std/memoize.js';
import { CLI } from '../rig/weir.js';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DEPLOY = `${ROOT}deploy`;

interface Probe {
  readonly httpGet: { readonly host?: string; readonly port: number };
}

interface SecurityContext {
  readonly privileged?: boolean;
  readonly runAsUser?: number;
  readonly allowPrivilegeEscalation?: boolean;
  readonly readOnlyRootFilesystem?: boolean;
  readonly runAsNonRoot?: boolean;
  readonly seccompProfile?: { readonly type: string };
  readonly capabilities?: { readonly drop?: readonly string[]; readonly add?: readonly string[] };
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: object }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext: SecurityContext;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly resources: { readonly requests: object; readonly limits: object };
}

export interface PodSpec {
  readonly serviceAccountName: string;
  readonly priorityClassName?: string;
  readonly hostNetwork?: boolean;
  readonly tolerations?: readonly object[];
  readonly securityContext?: SecurityContext;
  readonly containers: readonly [Container, ...Container[]];
  readonly initContainers?: readonly Container[];
}

export interface Rule {
  readonly apiGroups?: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

export interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly rules?: readonly Rule[];
  readonly roleRef?: { readonly kind: string; readonly name: string };
  readonly subjects?: readonly { readonly name: string; readonly namespace?: string }[];
  readonly spec?: {
    readonly replicas?: number;
    readonly selector?: object;
    readonly template?: { readonly metadata: { readonly labels: object }; readonly spec: PodSpec };
  };
}

/** The objects that `kubectl kustomize` makes of a folder of `deploy`. It runs once per folder. */
export const build = memoize((folder: string): readonly Resource[] => runKustomize(`${DEPLOY}/${folder}`));

function runKustomize(folder: string): readonly Resource[] {
  const text = execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  return parseAllDocuments(text).map((document) => document.toJS() as Resource);
}

/** The objects of an overlay of a folder with more components. `lines` are further ones of its kustomization. */
export function buildOverlay(
  folder: string,
  components: readonly string[],
  lines: readonly string[] = [],
): readonly Resource[] {
  return runOverlay(JSON.stringify([folder, components, lines]));
}

const runOverlay = memoize((key: string): readonly Resource[] => {
  const [folder, components, lines] = JSON.parse(key) as [string, string[], string[]];
  const overlay = mkdtempSync(join(tmpdir(), 'weir-overlay-'));
  // Kustomize requires relative paths.
  const pathOf = (path: string): string => `'${relative(overlay, `${DEPLOY}/${path}`)}'`;
  const paths = components.map((name) => pathOf(`components/${name}`));
  const text = [`resources: [${pathOf(folder)}]`, `components: [${paths.join()}]`, ...lines];
  try {
    writeFileSync(join(overlay, 'kustomization.yaml'), `${text.join('\n')}\n`);
    return runKustomize(overlay);
  } finally {
    rmSync(overlay, { recursive: true, force: true });
  }
});

export interface Workload {
  readonly name: string;
  readonly kind: string;
  readonly pod: PodSpec;
  readonly applier: Container;
  readonly labels: object;
}

/** The appliers among objects. */
export function workloadsOf(resources: readonly Resource[]): readonly Workload[] {
  return resources.flatMap(({ kind, metadata, spec }) => {
    const { template } = spec ?? {};
    if (!template) return [];
    const { spec: pod, metadata: meta } = template;
    return [{ name: metadata.name, kind, pod, applier: pod.containers[0], labels: meta.labels }];
  });
}

export function imagesOf(resources: readonly Resource[]): readonly string[] {
  return workloadsOf(resources).flatMap(({ pod }) =>
    [...pod.containers, ...(pod.initContainers ?? [])].map(({ image }) => image),
  );
}

/** The rights of a service account, `<verb> <group>/<resource>[/<name>]`, sorted. */
export function rightsOf(resources: readonly Resource[], account: string): readonly string[] {
  const bound = resources.filter(({ subjects = [] }) => subjects.some(({ name }) => name === account));
  const roles = new Set(bound.map(({ roleRef }) => `${roleRef?.kind ?? ''} ${roleRef?.name ?? ''}`));
  const rules = resources
    .filter(({ kind, metadata }) => roles.has(`${kind} ${metadata.name}`))
    .flatMap((role) => role.rules ?? []);
  const rights = rules.flatMap(({ apiGroups = [], resources: names, resourceNames = [''], verbs }) =>
    verbs.flatMap((verb) =>
      apiGroups.flatMap((group) =>
        names.flatMap((name) => resourceNames.map((one) => `${verb} ${group}/${name}${one === '' ? '' : `/${one}`}`)),
      ),
    ),
  );
  return [...new Set(rights)].sort();
}

/** The name of a kind in the paths of the API server. */
export function pluralOf(kind: string): string {
  if (kind === 'NetworkAttachmentDefinition') return 'network-attachment-definitions';
  const word = kind.toLowerCase();
  if (word === 'endpoints') return word;
  return word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}${word.endsWith('s') ? 'es' : 's'}`;
}

/** `<group>/<resource>` of a kind. */
export function resourceOfKind({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): string {
  return `${apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : ''}/${pluralOf(kind)}`;
}

/** The help of a command, two words of it. Its process runs once per command. */
export const helpOf = memoize(
  (words: string) => spawnSync(process.execPath, [CLI, ...words.split(' '), '--help'], { encoding: 'utf8' }).stdout,
);
