import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { AddressesView } from './addresses.js';
import { ChangesView } from './changes.js';
import type { PageSide } from './decode.js';
import { FindingsView } from './findings.js';
import { MapView } from './map.js';
import { NamespacesView } from './namespaces.js';
import { OverviewView } from './overview.js';
import { PacketsView } from './packets.js';
import { ReachView } from './reach.js';
import { type PageState, linkTo } from './state.js';

interface View {
  readonly id: string;
  readonly title: string;
  /** Items that its search finds. If unset, the view has no search. */
  readonly searches?: string;
  readonly Content: (props: { readonly state: PageState }) => JSX.Element;
}

const VIEWS: readonly View[] = [
  { id: 'changes', title: 'Changes', Content: ChangesView },
  { id: 'overview', title: 'Overview', Content: OverviewView },
  { id: 'map', title: 'Egress map', searches: 'namespace, owner, address, node', Content: MapView },
  { id: 'namespaces', title: 'Namespaces', searches: 'namespace, object, address', Content: NamespacesView },
  { id: 'addresses', title: 'Addresses', searches: 'address, holder, node', Content: AddressesView },
  { id: 'reach', title: 'Connections', searches: 'namespace, workload, pod', Content: ReachView },
  { id: 'packets', title: 'Packets', Content: PacketsView },
  { id: 'findings', title: 'Findings', searches: 'message, code, object, file', Content: FindingsView },
];

export function App({ state }: { readonly state: PageState }): JSX.Element {
  const views = VIEWS.filter(({ id }) => id !== 'changes' || state.data.changes);
  const { view: wanted } = state.route.value;
  const view = views.find(({ id }) => id === wanted) ?? views[0];
  const { snapshot } = state;
  useEffect(() => {
    document.title = `${view?.title ?? ''} · Weir report of ${state.data.snapshot.title}`;
  });
  return (
    <>
      <a class="skip" href="#main" onClick={focusMain}>
        Skip to the content
      </a>
      <header class="top">
        <a class="brand" href={linkTo('overview')}>
          <Mark />
          Weir
          <small>{snapshot.value.title}</small>
        </a>
        <nav aria-label="Views">
          {views.map(({ id, title }) => (
            <a href={linkTo(id)} aria-current={id === view?.id ? 'page' : undefined}>
              {title}
              <Count state={state} view={id} />
            </a>
          ))}
        </nav>
        <select
          class="menu"
          aria-label="View"
          value={view?.id}
          onChange={(event) => {
            location.hash = linkTo(event.currentTarget.value);
          }}
        >
          {views.map(({ id, title }) => (
            <option value={id}>{title}</option>
          ))}
        </select>
        {state.data.before && <Sides state={state} />}
      </header>
      <main id="main" tabIndex={-1}>
        {view?.searches !== undefined && <Search state={state} hint={view.searches} />}
        {view && <view.Content state={state} key={state.side.value} />}
      </main>
      <footer>
        Made by Weir {state.data.version}. The whole report is in this file: it loads nothing and sends nothing.
      </footer>
    </>
  );
}

/** Moves the focus to the content. A link cannot, because the fragment of the address is the view. */
function focusMain(event: Event): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

function Count({ state, view }: { readonly state: PageState; readonly view: string }): JSX.Element | null {
  const { namespaces, findings, omitted } = state.snapshot.value;
  const counts: Readonly<Record<string, number>> = {
    namespaces: namespaces.length,
    findings: findings.length + omitted.reduce((sum, { count }) => sum + count, 0),
  };
  const count = counts[view];
  return count === undefined ? null : <span class="count">{count}</span>;
}

function Search({ state, hint }: { readonly state: PageState; readonly hint: string }): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event;
      if (event.key !== '/' || target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
    };
  }, []);
  return (
    <search class="search">
      <input
        ref={input}
        type="search"
        aria-label={`Search by ${hint}`}
        placeholder={`Search by ${hint}  ( / )`}
        value={state.query.value}
        onInput={(event) => {
          state.query.value = event.currentTarget.value;
        }}
      />
    </search>
  );
}

function Sides({ state }: { readonly state: PageState }): JSX.Element {
  const sides: readonly (readonly [PageSide, string])[] = [
    ['before', 'Before'],
    ['after', 'After'],
  ];
  return (
    <div class="sides" role="group" aria-label="Side of the comparison">
      {sides.map(([side, title]) => (
        <button
          type="button"
          aria-pressed={state.side.value === side}
          onClick={() => {
            state.side.value = side;
          }}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

function Mark(): JSX.Element {
  return (
    <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M2 7c4-4 8 4 12 0s6-2 8 0M2 13c4-4 8 4 12 0s6-2 8 0" />
      <path class="bar" d="M2 19h20" />
    </svg>
  );
}
