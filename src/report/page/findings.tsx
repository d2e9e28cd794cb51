import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { SEVERITIES } from '../../model/diagnostic.js';
import { plural } from '../../std/plural.js';
import type { FindingData } from '../data.js';
import { Badge, Finding, Nothing } from './parts.js';
import { type PageState, search } from './state.js';
import { VirtualList } from './virtual-list.js';

/** Shows all findings with their source lines. */
export function FindingsView({ state }: { readonly state: PageState }): JSX.Element {
  const { findings, omitted } = state.snapshot.value;
  const query = state.query.value;
  const [severity, setSeverity] = useState('');
  const all = useMemo(
    () => findings.map((finding, index) => ({ finding, id: `${index}`, text: textOf(finding) })),
    [findings],
  );
  const found = useMemo(
    () =>
      search(all, query, ({ text }) => text).filter(({ finding }) => severity === '' || finding.severity === severity),
    [all, query, severity],
  );
  return (
    <>
      <div class="title">
        <h1>Findings</h1>
        <p role="status">{plural(found.length, 'finding')}</p>
        <div class="sides" role="group" aria-label="Severity">
          {['', ...SEVERITIES].map((one) => (
            <button
              type="button"
              aria-pressed={severity === one}
              onClick={() => {
                setSeverity(one);
              }}
            >
              {one === '' ? 'all' : one}
            </button>
          ))}
        </div>
      </div>
      {found.length === 0 ? (
        <Nothing>No finding matches.</Nothing>
      ) : (
        <VirtualList
          items={found}
          label="Findings"
          keyOf={({ id }) => id}
          estimate={150}
          render={({ finding }) => <Finding finding={finding} />}
        />
      )}
      {omitted.map(({ code, severity: grade, count }) => (
        <p>
          {count} more <Badge tone={grade}>{grade}</Badge> <code>{code}</code>
        </p>
      ))}
    </>
  );
}

function textOf({ code, severity, message, resource, place }: FindingData): string {
  return `${code} ${severity} ${message} ${resource} ${place?.file ?? ''}`;
}
