import type { JSX } from 'preact';
import { titleOf } from '../../model/kubernetes-object.js';
import { plural } from '../../std/plural.js';
import type { TraceAnswer, TraceWording } from '../../trace/query/ask.js';
import type { TraceGroup } from '../../trace/query/groups.js';
import { hintFor } from '../../trace/query/hint.js';
import { describeVerdict } from '../../trace/query/render-text.js';
import type { PathStage, Path } from '../../trace/path.js';
import { describeEnd } from '../../trace/words.js';
import { At, Badge, Names } from './parts.js';

interface WordedProps {
  readonly wording: TraceWording;
}

/** Maximum number of paths, and of groups, shown. */
const MAX_DRAWN = 6;

/** Shows the trace of packets, stage by stage. Packets with different traces are separate groups. */
export function Paths({ answer: { groups }, wording }: WordedProps & { readonly answer: TraceAnswer }): JSX.Element {
  return (
    <>
      {groups.slice(0, MAX_DRAWN).map((group) => (
        <Group group={group} wording={wording} />
      ))}
      {groups.length > MAX_DRAWN && <p>… and {groups.length - MAX_DRAWN} more outcomes.</p>}
    </>
  );
}

function Group({
  group: { senders, receivers, traces, paths },
  wording,
}: WordedProps & { readonly group: TraceGroup }): JSX.Element {
  const [{ trace }] = traces;
  return (
    <section class="card path">
      <h3>
        <Badge tone={trace.verdict}>{trace.verdict}</Badge>
        <span>
          <Names names={senders.map(({ name }) => name)} /> → <Names names={receivers} />
        </span>
        <small>{describeVerdict(trace, paths)}</small>
      </h3>
      {paths.slice(0, MAX_DRAWN).map(([path, ...alike]) => (
        <Stages path={path} count={1 + alike.length} isOne={paths.length === 1} wording={wording} />
      ))}
      {paths.length > MAX_DRAWN && <p>… and {paths.length - MAX_DRAWN} more paths.</p>}
    </section>
  );
}

interface StagesProps extends WordedProps {
  readonly path: Path;
  readonly count: number;
  readonly isOne: boolean;
}

function Stages({ path, count, isOne, wording }: StagesProps): JSX.Element {
  const hint = hintFor(path, wording);
  const unknown = path.choices.filter(({ type }) => type === 'unknown').map(({ text }) => text);
  return (
    <>
      {!isOne && (
        <h4>
          {unknown.length > 0 ? `If ${unknown.join(' and ')}` : plural(count, 'path')}: {describeEnd(path)}
        </h4>
      )}
      <ol class="stages">
        {path.stages.map((stage) => (
          <StageItem stage={stage} wording={wording} />
        ))}
        <li class={`end ${path.verdict}`}>
          <b>{path.verdict}</b> {describeEnd(path)}
        </li>
      </ol>
      {hint !== undefined && <p class="help">To let it pass: {hint}</p>}
    </>
  );
}

function StageItem({
  stage: { stage, at, text, row, decidedBy, before, after },
  wording,
}: WordedProps & { readonly stage: PathStage }): JSX.Element {
  const place = decidedBy && wording.places(decidedBy);
  const changed = (['source', 'destination', 'destinationPort', 'dscp'] as const).filter(
    (field) => before[field] !== after[field],
  );
  return (
    <li class={decidedBy ? 'decided' : ''}>
      <span class="stage">{stage}</span>
      <span class="where">{at}</span>
      <span class="grow">
        {text}
        {changed.map((field) => (
          <code class="changed">
            {WORDS[field]} {before[field]} → {after[field]}
          </code>
        ))}
        {decidedBy && (
          <span class="by">
            by {titleOf(decidedBy.kind, decidedBy)} <At place={place} />
          </span>
        )}
        {row && (
          <span class="row">
            {row.table} {row.key}
          </span>
        )}
      </span>
    </li>
  );
}

const WORDS = { source: 'source', destination: 'destination', destinationPort: 'port', dscp: 'DSCP' } as const;
