import { sankey, sankeyJustify, sankeyLinkHorizontal } from 'd3-sankey';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { plural } from '../../std/plural.js';
import {
  COLUMNS,
  type PageFlow,
  type FlowLink,
  type FlowNode,
  comparePlaces,
  countFlowPods,
  drawFlows,
  listPageFlows,
  textOfFlow,
} from './flows.js';
import { Badge, Names, Nothing } from './parts.js';
import { type PageState, linkTo, search } from './state.js';
import { VirtualList } from './virtual-list.js';

const WIDTH = 1120;
const ROW_HEIGHT = 30;
const [TOP, RIGHT, BOTTOM, LEFT] = [34, 170, 12, 20];
const NODE_WIDTH = 12;

/** Shows the egress paths of pods as a map and as a list. */
export function MapView({ state }: { readonly state: PageState }): JSX.Element {
  const { namespaces } = state.snapshot.value;
  const query = state.query.value;
  const [onlyOwned, setOnlyOwned] = useState(false);
  const all = useMemo(() => listPageFlows(namespaces), [namespaces]);
  const flows = useMemo(() => {
    const wanted = onlyOwned ? all.filter(({ owners }) => owners.length > 0) : all;
    return search(wanted, query, textOfFlow);
  }, [all, query, onlyOwned]);
  return (
    <>
      <div class="title">
        <h1>Egress map</h1>
        <p role="status">
          {plural(countFlowPods(flows), 'pod')} of{' '}
          {plural(new Set(flows.map(({ namespace }) => namespace)).size, 'namespace')}
        </p>
        <label class="toggle">
          <input
            type="checkbox"
            checked={onlyOwned}
            onChange={(event) => {
              setOnlyOwned(event.currentTarget.checked);
            }}
          />{' '}
          only what a resource leads elsewhere
        </label>
      </div>
      {flows.length === 0 ? <Nothing>No pod matches.</Nothing> : <FlowMap flows={flows} />}
      <h2>As a list</h2>
      <div class="flow head" aria-hidden="true">
        <span>Pods</span>
        <span>Source address</span>
        <span>Node</span>
        <span>Next hop</span>
        <span>Resource</span>
      </div>
      <VirtualList
        items={flows}
        label="Pods and how they leave"
        keyOf={(flow) => `${flow.namespace} ${flow.family} ${flow.pods[0] ?? ''}`}
        estimate={40}
        render={(flow) => <FlowRow flow={flow} />}
      />
    </>
  );
}

function FlowRow({ flow }: { readonly flow: PageFlow }): JSX.Element {
  const { namespace, pods, family, sources, nodes, nextHops, owners, unknown } = flow;
  return (
    <div class="flow">
      <span>
        <a href={linkTo('namespaces', namespace)}>{namespace}</a>{' '}
        <small title={pods.slice(0, 50).join(', ')}>{plural(pods.length, 'pod')}</small>
      </span>
      <span>
        <code>{sources.length > 0 ? <Names names={sources} /> : 'unknown'}</code>
        {family === 'IPv6' && <small> IPv6</small>}
      </span>
      <span>{nodes.length > 0 ? <Names names={nodes} /> : 'unknown'}</span>
      <span title={unknown.join(', ')}>
        <code>{nextHops.length > 0 ? <Names names={nextHops} /> : 'unknown'}</code>
      </span>
      <span>
        {owners.length > 0 ? owners.map((owner) => <Badge tone="owner">{owner}</Badge>) : <small>its node</small>}
      </span>
    </div>
  );
}

type Place = FlowNode & {
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
};

/** Draws the flows as bands between four columns. */
function FlowMap({ flows }: { readonly flows: readonly PageFlow[] }): JSX.Element {
  const [marked, setMarked] = useState<string>();
  const { places, bands, height } = useMemo(() => layOut(flows), [flows]);
  const near = useMemo(() => reach(bands, marked), [bands, marked]);
  return (
    <figure class="map">
      <svg
        viewBox={`0 0 ${WIDTH} ${height}`}
        role="group"
        aria-label="Egress map: namespaces, source addresses, nodes, next hops"
      >
        {COLUMNS.map((title, column) => {
          const x = LEFT + (column * (WIDTH - RIGHT - LEFT - NODE_WIDTH)) / 3;
          return (
            <text class="column" x={x} y={18}>
              {title}
            </text>
          );
        })}
        <g class="bands" aria-hidden="true">
          {bands.map(({ path, width, isOwned, source, target, color }) => (
            <path
              d={path}
              class={`${isOwned ? `owned ${color}` : 'plain'} ${near === undefined || (near.has(source) && near.has(target)) ? '' : 'faint'}`}
              stroke-width={Math.max(1, width)}
            />
          ))}
        </g>
        {places.map((place) => (
          <g
            class={`place ${place.isOwned ? 'owned' : ''} ${near === undefined || near.has(place.id) ? '' : 'faint'}`}
            tabIndex={0}
            role="img"
            aria-label={`${COLUMNS[place.column] ?? ''}: ${place.title}, ${plural(place.pods, 'pod')}`}
            onMouseEnter={() => {
              setMarked(place.id);
            }}
            onMouseLeave={() => {
              setMarked(undefined);
            }}
            onFocus={() => {
              setMarked(place.id);
            }}
            onBlur={() => {
              setMarked(undefined);
            }}
          >
            <rect x={place.x0} y={place.y0} width={NODE_WIDTH} height={Math.max(2, place.y1 - place.y0)} rx={3} />
            <text x={place.x1 + 8} y={(place.y0 + place.y1) / 2} dy="0.35em">
              {shorten(place.title)}
              <tspan class="weight" dx={6}>
                {place.pods}
              </tspan>
            </text>
          </g>
        ))}
      </svg>
    </figure>
  );
}

interface Band {
  readonly source: string;
  readonly target: string;
  readonly path: string;
  readonly width: number;
  readonly isOwned: boolean;
  readonly color: string;
}

const HUES = 8;

function layOut(flows: readonly PageFlow[]): {
  readonly places: readonly Place[];
  readonly bands: readonly Band[];
  readonly height: number;
} {
  const { nodes, links } = drawFlows(flows);
  const most = Math.max(...COLUMNS.map((_, column) => nodes.filter((node) => node.column === column).length));
  const height = Math.max(220, TOP + BOTTOM + most * ROW_HEIGHT);
  const draw = sankey<FlowNode, FlowLink>()
    .nodeId(({ id }) => id)
    .nodeAlign(sankeyJustify)
    .nodeWidth(NODE_WIDTH)
    .nodePadding(most > 16 ? 14 : 20)
    .extent([
      [LEFT, TOP],
      [WIDTH - RIGHT, height - BOTTOM],
    ]);
  if (nodes.some(({ isMany }) => isMany)) draw.nodeSort(comparePlaces);
  const graph = draw({ nodes: nodes.map((node) => ({ ...node })), links: links.map((link) => ({ ...link })) });
  const pathOf = sankeyLinkHorizontal<FlowNode, FlowLink>();
  const owned = [
    ...new Set(links.filter(({ isOwned, target }) => isOwned && target.startsWith('1 ')).map(({ target }) => target)),
  ].sort();
  const hueOf = (id: string): number => Math.max(0, owned.indexOf(id)) % HUES;
  return {
    height,
    places: graph.nodes.map(({ x0 = 0, x1 = 0, y0 = 0, y1 = 0, ...node }) => ({ ...node, x0, x1, y0, y1 })),
    bands: graph.links.map((link) => {
      const { source, target } = link as unknown as { readonly source: FlowNode; readonly target: FlowNode };
      const color = source.column > 1 ? 'mixed' : `hue${hueOf(source.column === 0 ? target.id : source.id)}`;
      return {
        source: source.id,
        target: target.id,
        path: pathOf(link) ?? '',
        width: link.width ?? 1,
        isOwned: link.isOwned,
        color,
      };
    }),
  };
}

/** Returns all places that packets through the marked place pass. Returns undefined if none is marked. */
function reach(bands: readonly Band[], marked: string | undefined): ReadonlySet<string> | undefined {
  if (marked === undefined) return undefined;
  const found = new Set([marked]);
  for (const [from, to] of [
    ['source', 'target'],
    ['target', 'source'],
  ] as const) {
    let edge = new Set([marked]);
    while (edge.size > 0) {
      edge = new Set(bands.filter((band) => edge.has(band[from])).map((band) => band[to]));
      edge.forEach((id) => found.add(id));
    }
  }
  return found;
}

function shorten(text: string): string {
  return text.length > 30 ? `${text.slice(0, 29)}…` : text;
}
