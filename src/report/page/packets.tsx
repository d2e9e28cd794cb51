import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { renderTraceText } from '../../trace/query/render-text.js';
import type { TraceQuery } from '../../trace/query/ask.js';
import { quoteShellWord } from '../../std/shell-word.js';
import type { Answered } from './ask.js';
import type { PageSide } from './decode.js';
import type { PageState } from './state.js';
import { Paths } from './paths.js';

/** The responses of the sides. Without a comparison there is only one. */
type Answers = readonly (readonly [side: PageSide, answered: Answered])[];

/** Shows the path of a packet that the user enters, by the code of `weir trace`. */
export function PacketsView({ state }: { readonly state: PageState }): JSX.Element {
  const { chosen } = state.route.value;
  const [answers, setAnswers] = useState<Answers>([]);
  const [isBusy, setBusy] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const sides: readonly PageSide[] = state.data.before ? ['before', 'after'] : ['after'];
  useEffect(() => first.current?.focus(), []);
  const onSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const question = readQuestion(new FormData(event.currentTarget));
    setBusy(true);
    setAnswers(await Promise.all(sides.map(async (side) => [side, (await state.ask(side))(question)] as const)));
    setBusy(false);
  };
  return (
    <>
      <h1>Trace a packet</h1>
      <form class="ask" onSubmit={(event) => void onSubmit(event)}>
        <Field
          name="from"
          label="From"
          hint="shop/web-0, shop, node/worker-a, outside"
          input={first}
          value={chosen}
          list="senders"
          isNeeded
        />
        <Field name="to" label="To" hint="203.0.113.7, shop/db, a Service, a name" list="receivers" isNeeded />
        <Field name="port" label="Port" hint="443/TCP, 53/UDP, ICMP" />
        <Field name="labels" label="Labels" hint="app=web, of a namespace" />
        <button type="submit" class="button" disabled={isBusy}>
          Trace
        </button>
      </form>
      <Suggestions state={state} />
      <div aria-live="polite" aria-busy={isBusy} class={answers.length > 1 ? 'columns answers' : 'answers'}>
        {isBusy && <p class="nothing">The rows are being unpacked …</p>}
        {!isBusy &&
          answers.map(([side, answered]) => (
            <Answer title={answers.length > 1 ? (side === 'before' ? 'Before' : 'After') : ''} answered={answered} />
          ))}
      </div>
    </>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly value?: string;
  readonly list?: string;
  readonly isNeeded?: boolean;
  readonly input?: { current: HTMLInputElement | null };
}

function Field({ name, label, hint, value, list, isNeeded = false, input }: FieldProps): JSX.Element {
  return (
    <label>
      {label}
      <input
        type="text"
        name={name}
        placeholder={hint}
        required={isNeeded}
        defaultValue={value ?? ''}
        {...(list === undefined ? {} : { list })}
        {...(input ? { ref: input } : {})}
        autoComplete="off"
        spellcheck={false}
      />
    </label>
  );
}

/** Maximum number of names suggested, because a browser renders all of them. */
const MAX_SUGGESTED = 500;

function Suggestions({ state }: { readonly state: PageState }): JSX.Element {
  const { namespaces, nodes } = state.snapshot.value;
  const senders = useMemo(() => {
    const pods = namespaces.slice(0, MAX_SUGGESTED).flatMap(({ name, egress }) => {
      const [pod] = egress.flatMap((group) => group.pods);
      return pod === undefined ? [] : [`${name}/${pod}`];
    });
    return [...pods, ...nodes.slice(0, MAX_SUGGESTED).map(({ name }) => `node/${name}`), 'outside'];
  }, [namespaces, nodes]);
  return (
    <>
      <datalist id="senders">
        {senders.map((name) => (
          <option value={name} />
        ))}
      </datalist>
      <datalist id="receivers">
        {senders
          .filter((name) => name !== 'outside')
          .map((name) => (
            <option value={name} />
          ))}
      </datalist>
    </>
  );
}

function readQuestion(form: FormData): TraceQuery {
  const read = (name: string): string => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const [transport, labels] = [read('port'), read('labels')];
  return {
    from: read('from'),
    to: read('to'),
    ...(transport === '' ? {} : { transport }),
    ...(labels === '' ? {} : { labels }),
  };
}

/** Returns the command that prints the same response. */
function commandOf({ from, to, transport, labels }: TraceQuery): string {
  const words = [from, to, ...(transport === undefined ? [] : [transport])].map(quoteShellWord);
  return ['weir trace', ...words, ...(labels === undefined ? [] : ['--selector', quoteShellWord(labels)])].join(' ');
}

function Answer({ title, answered }: { readonly title: string; readonly answered: Answered }): JSX.Element {
  if ('problem' in answered) {
    return (
      <section class="answer">
        {title !== '' && <h2>{title}</h2>}
        <p class="problem" role="alert">
          {answered.problem}
        </p>
      </section>
    );
  }
  const { answer, wording, question } = answered;
  return (
    <section class="answer">
      {title !== '' && <h2>{title}</h2>}
      <Paths answer={answer} wording={wording} />
      <details>
        <summary>
          As <code class="command">{commandOf(question)}</code> prints it
        </summary>
        <pre class="printed-trace">{renderTraceText(answer, wording).join('\n')}</pre>
      </details>
    </section>
  );
}
