import type { ComponentChildren, JSX } from 'preact';
import type { ChangesData } from '../data.js';
import { At, Badge, Finding, Nothing } from './parts.js';
import type { PageState } from './state.js';

/** What changes between the sides: flows, addresses and findings. */
export function ChangesView({ state }: { readonly state: PageState }): JSX.Element {
  const { changes } = state.data;
  if (!changes) return <Nothing>Nothing is compared.</Nothing>;
  const { counts, titles } = changes;
  const topics = Object.entries(counts).filter(([, count]) => count > 0);
  return (
    <>
      <div class="title">
        <h1>What this change does</h1>
        <p>
          {titles.before} → {titles.after}
        </p>
      </div>
      {topics.length === 0 && <Nothing>Nothing changes.</Nothing>}
      <p class="topics">
        {topics.map(([topic, count]) => (
          <Badge tone={TONES[topic] ?? 'plain'}>
            {topic} {count}
          </Badge>
        ))}
      </p>
      <Expectations changes={changes} />
      <Flows changes={changes} />
      <Leaving changes={changes} />
      <Requests changes={changes} />
      <Findings changes={changes} />
    </>
  );
}

const TONES: Readonly<Record<string, string>> = {
  opened: 'opened',
  closed: 'closed',
  expectations: 'rejected',
  weakened: 'rejected',
  moved: 'owner',
};

interface Props {
  readonly changes: ChangesData;
}

/** A part of the changes, which is left out where it is empty. */
function Part({
  title,
  count,
  children,
}: {
  readonly title: string;
  readonly count: number;
  readonly children: ComponentChildren;
}): JSX.Element | null {
  if (count === 0) return null;
  return (
    <section class="card">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Expectations({ changes: { expectations } }: Props): JSX.Element {
  return (
    <Part title="Expectations" count={expectations.length}>
      {expectations.map(({ name, change, findings, weakenings }) => (
        <>
          <p>
            <Badge tone={change === 'mended' ? 'opened' : 'rejected'}>{change}</Badge> {name}
          </p>
          {weakenings.map((text) => (
            <p>{text}</p>
          ))}
          {findings.map((finding) => (
            <Finding finding={finding} />
          ))}
        </>
      ))}
    </Part>
  );
}

type Sources = ChangesData['opened'][number]['sources'];
type Example = NonNullable<ChangesData['opened'][number]['flows'][number]['example']>;

function Flows({ changes: { opened, closed, connections, marks } }: Props): JSX.Element {
  const of = (change: 'opened' | 'closed'): ChangesData['connections'] =>
    connections.filter((one) => one.change === change);
  return (
    <>
      {(['opened', 'closed'] as const).map((change) => {
        const groups = change === 'opened' ? opened : closed;
        return (
          <Part
            title={change === 'opened' ? 'Opened: dropped before, passes now' : 'Closed: passed before, dropped now'}
            count={groups.length + of(change).length}
          >
            {groups.map(({ sources, flows }) => (
              <>
                <h4>{wordsOf(sources)}</h4>
                <ul class={`flows ${change}`}>
                  {flows.map(({ destination, transport, example }) => (
                    <li>
                      {transport} to <b>{destination}</b>
                      {example && <Deciders example={example} />}
                    </li>
                  ))}
                </ul>
              </>
            ))}
            <ul class={`flows ${change}`}>
              {of(change).map(({ from, outside, to, transport, example }) => (
                <li>
                  {transport} from <b>{outside ? outside.text : wordsOf(from)}</b> to <b>{wordsOf(to)}</b>
                  {example && <Deciders example={example} />}
                </li>
              ))}
            </ul>
          </Part>
        );
      })}
      <Part title="Marked otherwise" count={marks.length}>
        {marks.map(({ sources, marks: own }) => (
          <>
            <h4>{wordsOf(sources)}</h4>
            <ul class="flows">
              {own.map(({ destination, transport, before, after }) => (
                <li>
                  {transport} to <b>{destination}</b>: DSCP {before ?? 'none'} → {after ?? 'none'}
                </li>
              ))}
            </ul>
          </>
        ))}
      </Part>
    </>
  );
}

function wordsOf(sources: Sources): string {
  return sources
    .map(({ namespace, pods, count }) =>
      pods
        ? `${pods.slice(0, 4).join(', ')}${pods.length > 4 ? ` and ${pods.length - 4} more` : ''} of ${namespace}`
        : `all pods of ${namespace} (${count} now)`,
    )
    .join('; ');
}

function Deciders({
  example: { pod, destination, protocol, port, before, after },
}: {
  readonly example: Example;
}): JSX.Element {
  return (
    <div class="deciders">
      <small>
        for example {pod} → {destination}, {protocol}
        {port === undefined ? '' : ` ${port}`}
      </small>
      {(
        [
          ['before', before],
          ['now', after],
        ] as const
      ).map(([when, { result, rule }]) => (
        <small>
          {when}: {result}
          {rule && (
            <>
              {' '}
              by “{rule.text}” of {rule.resource} <At place={rule.at} />
            </>
          )}
        </small>
      ))}
    </div>
  );
}

function Leaving({ changes: { moves, egress, given, redirections } }: Props): JSX.Element {
  return (
    <>
      <Part title="Addresses and hosts that move" count={moves.length}>
        <table>
          <tbody>
            {moves.map(({ kind, name, address, from, to, why }) => (
              <tr>
                <th scope="row">
                  {kind} {name}
                </th>
                <td>
                  <code>{address ?? ''}</code>
                </td>
                <td>
                  {from ?? 'nowhere'} → <b>{to ?? 'nowhere'}</b>
                </td>
                <td>
                  <small>{why}</small>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Part>
      <Part title="Pods that leave the cluster otherwise" count={egress.length}>
        <table>
          <thead>
            <tr>
              <th scope="col">Pods</th>
              <th scope="col">Before</th>
              <th scope="col">Now</th>
            </tr>
          </thead>
          <tbody>
            {egress.map(({ sources, before, after }) => (
              <tr>
                <td>{wordsOf(sources)}</td>
                <td>
                  <EgressText egress={before} />
                </td>
                <td>
                  <EgressText egress={after} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Part>
      <Part title="Namespaces that get a source address" count={given.length}>
        <ul class="flows">
          {given.map(({ address, owner, names }) => (
            <li>
              <b>{owner}</b> <code>{address}</code>
              <small> {names}</small>
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Redirected" count={redirections.length}>
        <ul class="flows">
          {redirections.map(({ router, example }) => (
            <li>
              <b>EgressRouter {router}</b>
              {example && (
                <small>
                  {' '}
                  {example.packet}: {example.before} → {example.after}
                </small>
              )}
            </li>
          ))}
        </ul>
      </Part>
    </>
  );
}

function EgressText({
  egress: { sources, hops, owners },
}: {
  readonly egress: ChangesData['egress'][number]['before'];
}): JSX.Element {
  return (
    <>
      <code>{sources.join(', ') || "the node's address"}</code> by {hops.join(', ') || "the pod's node"}
      {owners.length > 0 && <small>{owners.join(', ')}</small>}
    </>
  );
}

function Requests({ changes: { exposure } }: Props): JSX.Element {
  return (
    <Part title="Requests from outside" count={exposure.length}>
      <ul class="flows">
        {exposure.map(({ url, before, after, opened, closed, facts }) => (
          <li>
            <b>{url}</b>: {before ?? 'no Route'} → {after ?? 'no Route'}
            {opened.length > 0 && <small> opened for {opened.join(', ')}</small>}
            {closed.length > 0 && <small> closed for {closed.join(', ')}</small>}
            {facts.length > 0 && <small> {facts.join('; ')}</small>}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Findings({ changes: { findings } }: Props): JSX.Element {
  return (
    <>
      <Part title="New findings" count={findings.added.length}>
        {findings.added.map((finding) => (
          <Finding finding={finding} />
        ))}
      </Part>
      <Part title="Findings that are gone" count={findings.gone.length}>
        {findings.gone.map((finding) => (
          <Finding finding={finding} />
        ))}
      </Part>
    </>
  );
}
