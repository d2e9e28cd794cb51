import type { JSX } from 'preact';
import { countSeverity } from '../../model/count-severity.js';
import { SEVERITIES } from '../../model/diagnostic.js';
import { plural } from '../../std/plural.js';
import type { Snapshot } from '../data.js';
import { Leaving } from './leaving.js';
import { Finding, Nothing } from './parts.js';
import { type PageState, linkTo } from './state.js';

const FIRST_FINDINGS = 3;

/** Shows numbers that link to the views, and the most severe findings. */
export function OverviewView({ state }: { readonly state: PageState }): JSX.Element {
  const snapshot = state.snapshot.value;
  const { namespaces, nodes, addresses, findings, losses } = snapshot;
  const egress = addresses.filter(({ isEgress }) => isEgress);
  const unplaced = egress.filter(({ node }) => node === undefined);
  const fragile = losses.filter(({ stranded }) => stranded.length > 0);
  const idle = countIdle(snapshot);
  return (
    <>
      <h1>Egress of this cluster</h1>
      <div class="figures">
        <Figure view="namespaces" count={namespaces.length} text={namespaces.length === 1 ? 'namespace' : 'namespaces'}>
          {plural(
            namespaces.reduce((sum, { pods }) => sum + pods, 0),
            'pod',
          )}
          , {plural(nodes.length, 'node')}
        </Figure>
        <Figure
          view="addresses"
          count={egress.length}
          text={egress.length === 1 ? 'egress address' : 'egress addresses'}
        >
          {describePlaced(egress.length, unplaced.length)}
        </Figure>
        {nodes.length === 0 ? (
          <Figure view="addresses" count="no" text="nodes">
            no Node in the inventory
          </Figure>
        ) : (
          <Figure
            view="addresses"
            count={fragile.length}
            text={fragile.length === 1 ? 'critical node' : 'critical nodes'}
          >
            {fragile.length === 0 ? 'any single node can fail' : 'their loss leaves addresses without a node'}
          </Figure>
        )}
        <Figure view="namespaces" count={idle} text={idle === 1 ? 'ineffective rule' : 'ineffective rules'}>
          unmatched, shadowed, overridden or redundant
        </Figure>
        <Figure view="findings" count={findings.length} text={findings.length === 1 ? 'finding' : 'findings'}>
          {severities(snapshot)}
        </Figure>
      </div>
      <Leaving {...snapshot} />
      <h2>Findings</h2>
      {findings.length === 0 && <Nothing>No findings.</Nothing>}
      {findings.slice(0, FIRST_FINDINGS).map((finding) => (
        <Finding finding={finding} />
      ))}
      {findings.length > FIRST_FINDINGS && (
        <p>
          <a href={linkTo('findings')}>All {findings.length} findings</a>
        </p>
      )}
    </>
  );
}

interface FigureProps {
  readonly view: string;
  readonly count: number | 'no';
  readonly text: string;
  readonly children: JSX.Element | string | (JSX.Element | string)[];
}

function Figure({ view, count, text, children }: FigureProps): JSX.Element {
  return (
    <a class="figure" href={linkTo(view)}>
      <b>{count}</b> <span>{text}</span>
      <small>{children}</small>
    </a>
  );
}

function describePlaced(count: number, unplaced: number): string {
  if (count === 0) return 'no object requests one';
  return unplaced === 0 ? 'each has a node' : `${unplaced} without a node`;
}

function countIdle({ namespaces, lists }: Snapshot): number {
  const all = [...lists, ...namespaces.flatMap((namespace) => namespace.lists)];
  return all.reduce((sum, { rules }) => sum + rules.filter(({ use }) => use !== 'decides').length, 0);
}

function severities({ findings }: Snapshot): string {
  const counts = SEVERITIES.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [countSeverity(count, severity)];
  });
  return counts.length === 0 ? 'none' : counts.join(', ');
}
