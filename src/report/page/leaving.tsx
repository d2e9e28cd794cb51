import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { groupBy } from '../../std/group-by.js';
import { plural } from '../../std/plural.js';
import type { Snapshot } from '../data.js';
import { type PageFlow, countFlowPods, listPageFlows } from './flows.js';
import { Badge, Names, Nothing } from './parts.js';
import { linkTo } from './state.js';

const FIRST_ROWS = 8;

/** Shows the source addresses of pods, each with its pods, nodes and next hops. */
export function Leaving({ namespaces, missing }: Pick<Snapshot, 'namespaces' | 'missing'>): JSX.Element {
  const rows = useMemo(() => joinFlows(listPageFlows(namespaces)), [namespaces]);
  return (
    <>
      <h2>Egress addresses</h2>
      {missing !== undefined && <Nothing>The paths of some packets are unknown: {missing}.</Nothing>}
      {rows.length === 0 && <Nothing>The input has no pods.</Nothing>}
      {rows.length > 0 && (
        <section class="card leaving">
          <div class="flow head" aria-hidden="true">
            <span>Source address</span>
            <span>Pods</span>
            <span>Node</span>
            <span>Next hop</span>
            <span>Resource</span>
          </div>
          {rows.slice(0, FIRST_ROWS).map((flows) => (
            <Row flows={flows} />
          ))}
        </section>
      )}
      {rows.length > 0 && (
        <p>
          <a href={linkTo('map')}>
            {rows.length > FIRST_ROWS ? `All ${rows.length} sets of addresses on the map` : 'On the map'}
          </a>
        </p>
      )}
    </>
  );
}

/** Groups flows with the same family, addresses and owners. Groups with owners come first, then those with most pods. */
function joinFlows(flows: readonly PageFlow[]): (readonly PageFlow[])[] {
  const groups = [
    ...groupBy(flows, ({ sources, owners, family }) => JSON.stringify([family, sources, owners])).values(),
  ];
  const isOwned = (group: readonly PageFlow[]): number => ((group[0]?.owners.length ?? 0) > 0 ? 1 : 0);
  return groups.sort((a, b) => isOwned(b) - isOwned(a) || countFlowPods(b) - countFlowPods(a));
}

function Row({ flows }: { readonly flows: readonly PageFlow[] }): JSX.Element {
  const [{ sources, owners } = { sources: [], owners: [] }] = flows;
  const collect = (valuesOf: (flow: PageFlow) => readonly string[]): string[] => [...new Set(flows.flatMap(valuesOf))];
  return (
    <div class="flow">
      <code>{sources.length > 0 ? <Names names={sources} /> : 'unknown'}</code>
      <span>
        {plural(countFlowPods(flows), 'pod')} of <Names names={collect(({ namespace }) => [namespace])} most={3} />
      </span>
      <span data-label="Node">
        <Known names={collect(({ nodes }) => nodes)} />
      </span>
      <code data-label="Next hop">
        <Known names={collect(({ nextHops }) => nextHops)} />
      </code>
      <span>
        {owners.length > 0 ? owners.map((owner) => <Badge tone="owner">{owner}</Badge>) : <small>its node</small>}
      </span>
    </div>
  );
}

function Known({ names }: { readonly names: readonly string[] }): JSX.Element {
  return names.length > 0 ? <Names names={names} most={3} /> : <span>unknown</span>;
}
