import type { ComponentChildren, JSX } from 'preact';
import type { FindingData, RuleList } from '../data.js';
import type { ReportPlace } from '../place.js';

/** Shows a location. */
export function At({ place }: { readonly place?: ReportPlace | undefined }): JSX.Element | null {
  if (!place) return null;
  return (
    <code class="at">
      {place.file}:{place.line}:{place.column}
    </code>
  );
}

export function Badge({
  tone,
  children,
}: {
  readonly tone: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return <span class={`badge ${tone}`}>{children}</span>;
}

/** Shows a text in place of an empty list. */
export function Nothing({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return <p class="nothing">{children}</p>;
}

/** Shows the first of some names, and the number of the others. */
export function Names({ names, most = 4 }: { readonly names: readonly string[]; readonly most?: number }): JSX.Element {
  const left = names.length - most;
  return (
    <span title={left > 0 ? names.slice(0, 100).join(', ') : undefined}>
      {names.slice(0, most).join(', ')}
      {left > 0 ? ` and ${left} more` : ''}
    </span>
  );
}

export function Finding({ finding }: { readonly finding: FindingData }): JSX.Element {
  const { code, severity, message, help, resource, place, excerpt, related } = finding;
  return (
    <article class="finding">
      <header>
        <Badge tone={severity}>{severity}</Badge>
        <code>{code}</code>
        <span class="grow">{resource}</span>
        <At place={place} />
      </header>
      <p class="message">{message}</p>
      {excerpt && (
        <pre class={`excerpt ${severity}`}>
          <span class="number">{place?.line ?? ''}</span>
          {excerpt.text}
          {'\n'}
          <span class="number" />
          <b>{excerpt.carets}</b>
        </pre>
      )}
      {related.map((note) => (
        <p class="note">
          {note.message} <At place={note.place} />
        </p>
      ))}
      {help !== '' && <p class="help">{help}</p>}
    </article>
  );
}

const USES: Readonly<Record<string, string>> = {
  decides: 'The rule applies to some packet',
  unmatched: 'The rule currently matches nothing',
  shadowed: 'Earlier rules decide about all of its packets',
  redundant: 'Without the rule nothing changes',
  overridden: 'Another object drops everything that it allows',
};

/** Shows the rules of an object, each with its usage. */
export function Rules({ list }: { readonly list: RuleList }): JSX.Element {
  return (
    <section class="card">
      <h3>
        {list.kind} <b>{list.name}</b>
        <small>{list.subject}</small>
      </h3>
      {list.rules.length === 0 ? (
        <Nothing>No rules: it denies all connections of its directions.</Nothing>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">Rule</th>
              <th scope="col">Effect</th>
              <th scope="col">Location</th>
            </tr>
          </thead>
          <tbody>
            {list.rules.map(({ text, use, why, place }) => (
              <tr class={use}>
                <td>
                  <span class={`verdict ${/^(\w+ \d+: )?Deny/.test(text) ? 'deny' : 'allow'}`} aria-hidden="true" />
                  {text}
                  {why !== undefined && <p class="why">{why}</p>}
                </td>
                <td>
                  <span title={USES[use]}>
                    <Badge tone={use}>{use}</Badge>
                  </span>
                </td>
                <td>
                  <At place={place} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
