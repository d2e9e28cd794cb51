import { showText } from '../../../diagnostics/visible.js';
import type { EffectiveEgress } from '../../../egress/effective.js';
import { quoteDot } from '../../../std/dot.js';
import { UNKNOWN, formatPods } from './words.js';

/** The type of a node of the graph. */
type Role = 'pods' | 'source' | 'node' | 'next-hop';

interface GraphNode {
  readonly id: string;
  readonly role: Role;
  readonly text: string;
}

/** Egress as a graph: pods → source address → node → next hop. Each node and each arrow occurs once. */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly arrows: readonly (readonly [from: string, to: string])[];
}

/** Returns the entries as a graph, in their order. */
export function drawGraph(entries: readonly EffectiveEgress[]): Graph {
  const nodes = new Map<string, GraphNode>();
  const arrows = new Map<string, readonly [string, string]>();
  const place = (role: Role, text: string): string => {
    const key = `${role} ${text}`;
    const known = nodes.get(key) ?? { id: `n${nodes.size}`, role, text: showText(text) };
    nodes.set(key, known);
    return known.id;
  };
  for (const entry of entries) {
    const pods = place('pods', titleOfPods(entry));
    for (const { paths } of entry.families)
      for (const { source, node, nextHop } of paths) {
        const steps = [
          pods,
          place('source', source ?? UNKNOWN),
          place('node', node ?? UNKNOWN),
          place('next-hop', nextHop ?? UNKNOWN),
        ];
        steps.forEach((to, index) => {
          const from = steps[index - 1];
          if (from !== undefined) arrows.set(`${from} ${to}`, [from, to]);
        });
      }
  }
  return { nodes: [...nodes.values()], arrows: [...arrows.values()] };
}

/** Returns the namespace, with the pods if other pods of it have different egress. */
function titleOfPods(entry: EffectiveEgress): string {
  return entry.isWhole ? entry.namespace : `${entry.namespace}: ${formatPods(entry)}`;
}

const DOT_SHAPES: Readonly<Record<Role, string>> = {
  pods: 'box',
  source: 'ellipse',
  node: 'box3d',
  'next-hop': 'diamond',
};

/** Renders the graph for Graphviz. */
export function renderEgressDot({ nodes, arrows }: Graph): string {
  return [
    'digraph {',
    '  rankdir=LR',
    ...nodes.map(({ id, role, text }) => `  ${id} [label=${quoteDot(text)}, shape=${DOT_SHAPES[role]}]`),
    ...arrows.map(([from, to]) => `  ${from} -> ${to}`),
    '}',
    '',
  ].join('\n');
}

const MERMAID_SHAPES: Readonly<Record<Role, readonly [string, string]>> = {
  pods: ['[', ']'],
  source: ['([', '])'],
  node: ['[[', ']]'],
  'next-hop': ['{{', '}}'],
};

/** Renders the graph as a Mermaid flowchart. */
export function renderMermaid({ nodes, arrows }: Graph): string {
  return [
    'flowchart LR',
    ...nodes.map(({ id, role, text }) => {
      const [open, close] = MERMAID_SHAPES[role];
      return `  ${id}${open}"${escapeMermaid(text)}"${close}`;
    }),
    ...arrows.map(([from, to]) => `  ${from} --> ${to}`),
    '',
  ].join('\n');
}

/** Replaces characters that could end the text, begin a directive, or be HTML or Markdown with Mermaid entity codes. */
function escapeMermaid(text: string): string {
  return text.replace(/[^A-Za-z0-9 .:,/()-]/gu, (character) => `#${character.codePointAt(0) ?? 0};`);
}
