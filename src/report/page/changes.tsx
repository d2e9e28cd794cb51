import type { JSX } from 'preact';
import type { ChangesData } from '../data.js';
import { Leaving } from './changes-leaving.js';
import { Part, type Props, wordsOf } from './changes-parts.js';
import { At, Badge, Finding, Nothing } from './parts.js';
import type { PageState } from './state.js';

/** Shows the changes between the sides: flows, addresses and findings. */
export function ChangesView({ state }: { readonly state: PageState }): JSX.Element {
  const { changes } = state.data;
  if (!changes) return <Nothing>No comparison.</Nothing>;
  const { counts, titles } = changes;
  const topics = Object.entries(counts).filter(([, count]) => count > 0);
  return (
    <>
      <div class="title">
        <h1>Effect of this change</h1>
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

function Expectations({ changes: { expectations } }: Props): JSX.Element {
  return (
    <Part title="Expectations" count={expectations.length}>
      {expectations.map(({ name, change, findings, weakenings }) => (
        <>
          <p>
            <Badge tone={change === 'fixed' ? 'opened' : 'rejected'}>{change}</Badge> {name}
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
            title={
              change === 'opened' ? 'Opened (dropped before, allowed now)' : 'Closed (allowed before, dropped now)'
            }
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
      <Part title="Changed DSCP" count={marks.length}>
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

function Deciders({
  example: { pod, destination, protocol, port, before, after },
}: {
  readonly example: Example;
}): JSX.Element {
  return (
    <div class="deciders">
      <small>
        example: {pod} → {destination} {protocol}
        {port === undefined ? '' : ` ${port}`}
      </small>
      {(
        [
          ['before', before],
          ['after', after],
        ] as const
      ).map(([when, { result, rule }]) => (
        <small>
          {when}: {result === 'passes' ? 'allowed' : result}
          {rule && (
            <>
              {' '}
              by rule “{rule.text}” of {rule.resource} <At place={rule.at} />
            </>
          )}
        </small>
      ))}
    </div>
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
      <Part title="Resolved findings" count={findings.gone.length}>
        {findings.gone.map((finding) => (
          <Finding finding={finding} />
        ))}
      </Part>
    </>
  );
}
