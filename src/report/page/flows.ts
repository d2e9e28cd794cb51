import type { EgressGroup, NamespaceData, NodeData } from '../data.js';

/** Pods of a namespace that leave alike, with the namespace. */
export interface Flow extends EgressGroup {
  readonly namespace: string;
}

/** Columns of the map. */
export const COLUMNS = ['Namespaces', 'Source address', 'Node', 'Next hop'] as const;

/** A place that packets pass. */
export interface FlowNode {
  readonly id: string;
  readonly column: number;
  readonly title: string;
  /** Whether it stands for several. */
  readonly isMany: boolean;
  /** Whether a resource leads packets there. */
  readonly isOwned: boolean;
}

/** How many pods go from one place to the next. */
export interface FlowLink {
  readonly source: string;
  readonly target: string;
  readonly value: number;
  readonly isOwned: boolean;
}

/** So many places of a column are shown: the others are one. */
const MOST_SHOWN = [28, 24, 16, 16];

/** All groups of all namespaces. */
export function listFlows(namespaces: readonly NamespaceData[]): Flow[] {
  return namespaces.flatMap(({ name, egress }) => egress.map((group) => ({ ...group, namespace: name })));
}

export function textOfFlow({ namespace, sources, nodes, nextHops, owners }: Flow): string {
  return [namespace, ...sources, ...nodes, ...nextHops, ...owners].join(' ');
}

/** The places that flows pass, and how many pods go between them; of each column those with resources and most pods first. */
export function drawFlows(flows: readonly Flow[]): {
  readonly nodes: readonly FlowNode[];
  readonly links: readonly FlowLink[];
} {
  const ways = flows.flatMap(waysOf);
  const names = COLUMNS.map((_, column) => shownIn(ways, column));
  const nodes = new Map<string, FlowNode>();
  const links = new Map<string, FlowLink>();
  for (const { steps, pods, isOwned } of ways) {
    const places = steps.map((title, column): FlowNode => {
      const shown = names[column] ?? new Set();
      const isMany = !shown.has(title);
      const count = (names[column]?.size ?? 0) + 1;
      return {
        id: isMany ? `${column} …` : `${column} ${title}`,
        column,
        title: isMany ? `more than ${count - 1}` : title,
        isMany,
        isOwned,
      };
    });
    for (const [column, place] of places.entries()) {
      const known = nodes.get(place.id);
      nodes.set(place.id, { ...place, isOwned: isOwned || known?.isOwned === true });
      const next = places[column + 1];
      if (!next) continue;
      const id = `${place.id} → ${next.id} ${isOwned}`;
      const value = (links.get(id)?.value ?? 0) + pods;
      links.set(id, { source: place.id, target: next.id, value, isOwned });
    }
  }
  const hidden = COLUMNS.map(
    (_, column) => new Set(ways.map(({ steps }) => steps[column])).size - (names[column]?.size ?? 0),
  );
  return {
    nodes: Array.from(nodes.values(), (node) =>
      node.isMany ? { ...node, title: `${hidden[node.column] ?? 0} more` } : node,
    ),
    links: [...links.values()],
  };
}

/** One way of a group: packets take any of them alike. */
interface FlowWay {
  readonly steps: readonly string[];
  readonly pods: number;
  readonly isOwned: boolean;
}

function waysOf({ namespace, pods, sources, nodes, nextHops, owners }: Flow): FlowWay[] {
  const count = Math.max(sources.length, nodes.length, 1);
  return Array.from({ length: count }, (_, index) => ({
    steps: [
      namespace,
      pick(sources, index, 'not known'),
      pick(nodes, index, 'not known'),
      pick(nextHops, index, 'not known'),
    ],
    pods: pods.length / count,
    isOwned: owners.length > 0,
  }));
}

function pick(values: readonly string[], index: number, otherwise: string): string {
  return values[index % Math.max(values.length, 1)] ?? otherwise;
}

function shownIn(ways: readonly FlowWay[], column: number): ReadonlySet<string> {
  const weights = new Map<string, number>();
  for (const { steps, pods, isOwned } of ways) {
    const name = steps[column] ?? '';
    weights.set(name, (weights.get(name) ?? 0) + pods + (isOwned ? 1e6 : 0));
  }
  const sorted = [...weights].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return new Set(sorted.slice(0, MOST_SHOWN[column]).map(([name]) => name));
}

/** The nodes of a snapshot that no flow passes. */
export function idleNodes(nodes: readonly NodeData[], flows: readonly Flow[]): NodeData[] {
  const used = new Set(flows.flatMap((flow) => flow.nodes));
  return nodes.filter(({ name, isAssignable }) => isAssignable && !used.has(name));
}
