import type { NamespaceData } from '../data.js';

type EgressGroup = NamespaceData['egress'][number];

/** Pods of a namespace with the same egress path. */
export interface PageFlow extends EgressGroup {
  readonly namespace: string;
}

/** Columns of the map. */
export const COLUMNS = ['Namespaces', 'Source address', 'Node', 'Next hop'] as const;

/** A place that packets pass. */
export interface FlowNode {
  readonly id: string;
  readonly column: number;
  readonly title: string;
  /** Number of pods whose packets pass it. */
  readonly pods: number;
  /** True if it stands for several places. */
  readonly isMany: boolean;
  /** True if a resource directs packets there. */
  readonly isOwned: boolean;
}

/** Pods that go from one place to the next. */
export interface FlowLink {
  readonly source: string;
  readonly target: string;
  /** Width of the link. Large numbers must not hide small ones. */
  readonly value: number;
  readonly isOwned: boolean;
}

/** Maximum number of places shown for each column. The others are shown as one. */
const MAX_SHOWN = [28, 24, 16, 16];

/** Returns all groups of all namespaces. */
export function listPageFlows(namespaces: readonly NamespaceData[]): PageFlow[] {
  return namespaces.flatMap(({ name, egress }) => egress.map((group) => ({ ...group, namespace: name })));
}

export function textOfFlow({ namespace, sources, nodes, nextHops, owners }: PageFlow): string {
  return [namespace, ...sources, ...nodes, ...nextHops, ...owners].join(' ');
}

/**
 * Returns the places that flows pass, and the links between them. In each column, at most a maximum number of places is
 * shown, those with resources and most pods first.
 */
export function drawFlows(flows: readonly PageFlow[]): {
  readonly nodes: readonly FlowNode[];
  readonly links: readonly FlowLink[];
} {
  const paths = flows.flatMap(pathsOf);
  const names = COLUMNS.map((_, column) => shownIn(paths, column));
  const hidden = names.map((shown, column) => new Set(paths.map(({ steps }) => steps[column])).size - shown.size);
  const nodes = new Map<string, Gathered>();
  const links = new Map<string, Gathered>();
  for (const { steps, pods, isOwned } of paths) {
    const places = steps.map((title, column) => (names[column]?.has(title) === true ? title : MANY));
    for (const [column, title] of places.entries()) {
      gather(nodes, column, title, '', pods, isOwned);
      const next = places[column + 1];
      if (next !== undefined) gather(links, column, title, next, pods, isOwned, `${isOwned}`);
    }
  }
  return {
    nodes: Array.from(nodes.values(), ({ column, from, pods, isOwned }) => ({
      id: `${column} ${from}`,
      column,
      title: from === MANY ? `${hidden[column] ?? 0} more` : from,
      pods: pods.size,
      isMany: from === MANY,
      isOwned,
    })),
    links: Array.from(links.values(), ({ column, from, to, pods, isOwned }) => ({
      source: `${column} ${from}`,
      target: `${column + 1} ${to}`,
      value: Math.sqrt(pods.size),
      isOwned,
    })),
  };
}

/** Name of the place that stands for all hidden places of a column. No other name begins with it. */
const MANY = '…';

/** Pods that pass a place, or a link between two places. */
interface Gathered {
  readonly column: number;
  readonly from: string;
  readonly to: string;
  /** Each pod once, even if it has addresses of two families. */
  readonly pods: Set<string>;
  isOwned: boolean;
}

function gather(
  all: Map<string, Gathered>,
  column: number,
  from: string,
  to: string,
  pods: readonly string[],
  isOwned: boolean,
  apart = '',
): void {
  const id = `${column} ${from} → ${to} ${apart}`;
  const known = all.get(id) ?? { column, from, to, pods: new Set(), isOwned };
  all.set(id, known);
  known.isOwned ||= isOwned;
  for (const pod of pods) known.pods.add(pod);
}

/** One path of a group, whose packets may take any of its paths. */
interface FlowPath {
  readonly steps: readonly string[];
  /** `<namespace>/<name>` of each pod. */
  readonly pods: readonly string[];
  readonly isOwned: boolean;
}

function pathsOf(flow: PageFlow): FlowPath[] {
  const { namespace, paths, owners } = flow;
  const pods = podsOf(flow);
  return paths.map(({ source, node, nextHop }) => ({
    steps: [namespace, source ?? UNKNOWN, node ?? UNKNOWN, nextHop ?? UNKNOWN],
    pods,
    isOwned: owners.length > 0,
  }));
}

const UNKNOWN = 'unknown';

/** Returns the number of pods of flows. A pod can be in a flow of each family. */
export function countFlowPods(flows: readonly PageFlow[]): number {
  return new Set(flows.flatMap(podsOf)).size;
}

function podsOf({ namespace, pods }: PageFlow): string[] {
  return pods.map((name) => `${namespace}/${name}`);
}

function shownIn(paths: readonly FlowPath[], column: number): ReadonlySet<string> {
  const weights = new Map<string, number>();
  for (const { steps, pods, isOwned } of paths) {
    const name = steps[column] ?? '';
    weights.set(name, (weights.get(name) ?? 0) + pods.length + (isOwned ? 1e6 : 0));
  }
  const sorted = [...weights].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return new Set(sorted.slice(0, MAX_SHOWN[column]).map(([name]) => name));
}

/** Compares two places of a column: hidden ones last, those with resources first, then by number of pods. */
export function comparePlaces(a: FlowNode, b: FlowNode): number {
  if (a.isMany !== b.isMany) return a.isMany ? 1 : -1;
  if (a.isOwned !== b.isOwned) return a.isOwned ? -1 : 1;
  return b.pods - a.pods || (a.title < b.title ? -1 : 1);
}
