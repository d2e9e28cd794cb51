import { type ReadonlySignal, type Signal, computed, signal } from '@preact/signals';
import type { ReportData, Snapshot } from '../data.js';
import { type AskTrace, createAsk } from './ask.js';
import type { PageSide } from './decode.js';

/** Current view of the page, and the item selected there. */
export interface PageRoute {
  readonly view: string;
  readonly chosen: string;
}

/** State of the page. */
export interface PageState {
  readonly data: ReportData;
  readonly side: Signal<PageSide>;
  readonly snapshot: ReadonlySignal<Snapshot>;
  readonly route: Signal<PageRoute>;
  /** Text to search for in the view. */
  readonly query: Signal<string>;
  readonly ask: (side: PageSide) => Promise<AskTrace>;
}

/** Creates the state of the page. It follows the fragment of the page's address. */
export function createState(data: ReportData, first: string): PageState {
  const side = signal<PageSide>('after');
  const query = signal('');
  const route = signal(parseRoute(location.hash, first));
  addEventListener('hashchange', () => {
    const next = parseRoute(location.hash, first);
    if (next.view !== route.value.view) query.value = '';
    route.value = next;
  });
  const snapshot = computed(() => (side.value === 'before' ? (data.before ?? data.snapshot) : data.snapshot));
  return { data, side, snapshot, route, query, ask: createAsk() };
}

function parseRoute(hash: string, first: string): PageRoute {
  const [view = '', ...rest] = hash.replace(/^#\/?/, '').split('/');
  return { view: view === '' ? first : view, chosen: decode(rest.join('/')) };
}

/** Returns the text unchanged if it is no valid encoding, as an address typed by the user may be. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the address of a view of the page. */
export function linkTo(view: string, chosen = ''): string {
  return `#/${view}${chosen === '' ? '' : `/${encodeURIComponent(chosen)}`}`;
}

/** Returns the items whose text contains all words of a query. */
export function search<Item>(items: readonly Item[], query: string, textOf: (item: Item) => string): readonly Item[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return items;
  return items.filter((item) => {
    const text = textOf(item).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
