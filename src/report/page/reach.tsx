import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { plural } from '../../std/plural.js';
import type { ReachClass, ReachData } from '../data.js';
import { Names, Nothing } from './parts.js';
import { type PageState, linkTo, search } from './state.js';
import { VirtualList } from './virtual-list.js';

/** A workload, or a pod that rules distinguish from others of its workload, with its class. */
interface Workload {
  readonly name: string;
  readonly index: number;
}

/** Shows the allowed connections to and from a workload. */
export function ReachView({ state }: { readonly state: PageState }): JSX.Element {
  const { reach } = state.snapshot.value;
  const { chosen } = state.route.value;
  const query = state.query.value;
  const all = useMemo(
    () =>
      reach.classes
        .flatMap(({ ends }, index) => ends.map((name): Workload => ({ name, index })))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    [reach],
  );
  const found = useMemo(() => search(all, query, ({ name }) => name), [all, query]);
  const open = found.find(({ name }) => name === chosen) ?? found[0];
  if (reach.omitted !== undefined) return <Omitted count={reach.omitted} />;
  return (
    <div class="split">
      <section class="side" aria-label="Workloads">
        <p role="status">{plural(found.length, 'workload')}</p>
        <VirtualList
          items={found}
          label="Choose a workload"
          keyOf={({ name }) => name}
          estimate={40}
          selected={open?.name ?? ''}
          onSelect={({ name }) => {
            location.replace(linkTo('reach', name));
          }}
          render={({ name }) => <b>{name}</b>}
        />
      </section>
      <section class="open" aria-live="polite" aria-label="The chosen workload">
        {open ? (
          <Reach reach={reach} workload={open} />
        ) : (
          <>
            <h1>Connections of a workload</h1>
            <Nothing>{all.length === 0 ? 'The input has no pods and no workloads.' : 'No workload matches.'}</Nothing>
          </>
        )}
      </section>
    </div>
  );
}

function Omitted({ count }: { readonly count: number }): JSX.Element {
  return (
    <>
      <h1>Connections of a workload</h1>
      <Nothing>
        Rules tell {count} sets of pods apart, too many for this page. Run <code>weir list flows --to shop/web</code>{' '}
        for one of them.
      </Nothing>
    </>
  );
}

function Reach({ reach, workload }: { readonly reach: ReachData; readonly workload: Workload }): JSX.Element {
  const own = reach.classes[workload.index];
  const senders = namesBy(own?.from ?? [], reach.classes, workload.name);
  const receivers = reach.classes.flatMap(({ from, ends }) =>
    from.flatMap(([allow, indexes]) => (indexes.includes(workload.index) ? [{ allow, ends }] : [])),
  );
  return (
    <>
      <div class="title">
        <h1>Connections of {workload.name}</h1>
      </div>
      <section class="card">
        <h3>From workloads</h3>
        <Connections rows={senders} nothing="No workload can connect to it." />
      </section>
      <section class="card">
        <h3>From outside</h3>
        <Connections
          rows={(own?.outside ?? []).map(([name, allow]) => ({ allow, names: [name] }))}
          nothing="No address outside can connect to it."
        />
      </section>
      <section class="card">
        <h3>To workloads</h3>
        <Connections rows={joinRows(receivers, workload.name)} nothing="It may connect to no workload." />
      </section>
    </>
  );
}

interface ConnectionRow {
  readonly allow: string;
  readonly names: readonly string[];
}

function namesBy(from: ReachClass['from'], classes: readonly ReachClass[], self: string): ConnectionRow[] {
  return joinRows(
    from.flatMap(([allow, indexes]) => indexes.map((index) => ({ allow, ends: classes[index]?.ends ?? [] }))),
    self,
  );
}

/** Joins equal connections into one row. Skips connections of a workload to itself. */
function joinRows(
  parts: readonly { readonly allow: string; readonly ends: readonly string[] }[],
  self: string,
): ConnectionRow[] {
  const rows = new Map<string, string[]>();
  for (const { allow, ends } of parts) {
    const names = ends.filter((name) => name !== self);
    if (names.length > 0) rows.set(allow, [...(rows.get(allow) ?? []), ...names]);
  }
  return Array.from(rows, ([allow, names]) => ({ allow, names: names.sort() }));
}

const MAX_NAMES = 40;

function Connections({
  rows,
  nothing,
}: {
  readonly rows: readonly ConnectionRow[];
  readonly nothing: string;
}): JSX.Element {
  if (rows.length === 0) return <Nothing>{nothing}</Nothing>;
  return (
    <table class="reach">
      <tbody>
        {rows.map(({ allow, names }) => (
          <tr>
            <th scope="row">
              <Names names={names} most={MAX_NAMES} />
            </th>
            <td>{allow}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
