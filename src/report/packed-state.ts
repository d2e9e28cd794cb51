import type { HostState } from '../model/host-state.js';
import type { Cause } from '../model/intent/cause.js';
import type { Columns, Row, ZoneRows } from '../model/northbound.js';
import type { TracedState } from '../trace/trace.js';
import type { ReportPlace } from './place.js';

/** An object, a rule in it, and its location. */
export interface PackedCause {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly pointer: string;
  readonly place?: ReportPlace;
}

/** Key, columns, and the index of the cause, if the row has one. */
type PackedRow = readonly [key: string, columns: Columns, cause?: number];
type PackedElement = readonly [source: string, becomes: string, port: string, cause: number];

/** The rows of all zones and the hosts, as JSON. Rows that zones share are stored once. */
export interface PackedState {
  readonly causes: readonly PackedCause[];
  readonly rows: Readonly<Record<string, readonly PackedRow[]>>;
  /** Zone → table → the indexes of its rows: first, number, first, number, … */
  readonly zones: readonly (readonly [zone: string, tables: Readonly<Record<string, readonly number[]>>])[];
  readonly hosts: readonly (Pick<HostState, 'node' | 'addresses' | 'gaps' | 'rules' | 'routes'> & {
    readonly services: readonly PackedElement[];
    readonly egressIPs: readonly PackedElement[];
  })[];
}

/** Packs the state that packets are traced in. `placesOf` finds the locations of all causes at once. */
export function packState(
  { zones, hosts = [] }: TracedState,
  placesOf: (causes: readonly Cause[]) => ReadonlyMap<Cause, ReportPlace>,
): PackedState {
  const causes = new Map<Cause, number>();
  const indexOf = (cause: Cause): number => {
    const known = causes.get(cause) ?? causes.size;
    causes.set(cause, known);
    return known;
  };
  const tables = new Map<string, Table>();
  const packedZones = zones.map(({ zone, rows }) => {
    const own = Array.from(rows, ([name, list]): [string, number[]] => {
      const table = tables.get(name) ?? { rows: [], byRow: new Map(), byText: new Map() };
      tables.set(name, table);
      return [name, spansOf(list.map((row) => addRow(table, row, indexOf)))];
    });
    return [zone, Object.fromEntries(own)] as const;
  });
  const elements = (list: HostState['egressIPTranslations']): PackedElement[] =>
    list.map(({ source, becomes, interface: port = '', cause }) => [
      source,
      becomes,
      port,
      cause ? indexOf(cause) : -1,
    ]);
  const packedHosts = hosts.map(({ serviceTranslations, egressIPTranslations, ...host }) => ({
    ...host,
    services: elements(serviceTranslations),
    egressIPs: elements(egressIPTranslations),
  }));
  const places = placesOf([...causes.keys()]);
  return {
    causes: Array.from(causes.keys(), (cause) => packCause(cause, places.get(cause))),
    rows: Object.fromEntries(Array.from(tables, ([name, { rows }]) => [name, rows])),
    zones: packedZones,
    hosts: packedHosts,
  };
}

/** The rows of a table of all zones. */
interface Table {
  readonly rows: PackedRow[];
  readonly byRow: Map<Row, number>;
  readonly byText: Map<string, number>;
}

/**
 * Adds a row to a table, unless it is known, and returns its index. Zones share row objects, or often their content.
 */
function addRow({ rows, byRow, byText }: Table, row: Row, indexOf: (cause: Cause) => number): number {
  const known = byRow.get(row);
  if (known !== undefined) return known;
  const { key, columns, cause } = row;
  const packed: PackedRow = cause ? [key, columns, indexOf(cause)] : [key, columns];
  const text = JSON.stringify(packed);
  const index = byText.get(text) ?? rows.length;
  if (index === rows.length) rows.push(packed);
  byText.set(text, index);
  byRow.set(row, index);
  return index;
}

/** Returns the first numbers and the lengths of ascending runs of numbers. */
function spansOf(indexes: readonly number[]): number[] {
  const spans: number[] = [];
  for (const index of indexes) {
    const [first = 0, length = 0] = spans.slice(-2);
    if (spans.length > 0 && first + length === index) spans[spans.length - 1] = length + 1;
    else spans.push(index, 1);
  }
  return spans;
}

function packCause({ apiVersion, kind, namespace, name, pointer }: Cause, place: ReportPlace | undefined): PackedCause {
  return { apiVersion, kind, namespace, name, pointer, ...(place ? { place } : {}) };
}

/** Returns the unpacked state, and the location of each of its causes. */
export function unpackState({ causes, rows, zones, hosts }: PackedState): {
  readonly state: TracedState;
  readonly places: ReadonlyMap<Cause, ReportPlace>;
} {
  const places = new Map<Cause, ReportPlace>();
  const all = causes.map((packed): Cause => {
    const cause = unpackCause(packed);
    if (packed.place) places.set(cause, packed.place);
    return cause;
  });
  const tables = new Map(
    Object.entries(rows).map(([name, list]) => [name, list.map((packed) => unpackRow(packed, all))] as const),
  );
  const elements = (list: readonly PackedElement[]): HostState['egressIPTranslations'] =>
    list.map(([source, becomes, port, index]) => {
      const cause = all[index];
      return { source, becomes, ...(port === '' ? {} : { interface: port }), ...(cause ? { cause } : {}) };
    });
  const state = {
    zones: zones.map(([zone, own]): ZoneRows => ({
      zone,
      rows: new Map(Object.entries(own).map(([name, spans]) => [name, rowsAt(tables.get(name) ?? [], spans)])),
      attachments: [],
      absent: new Map(),
    })),
    hosts: hosts.map(({ services, egressIPs, ...host }) => ({
      ...host,
      serviceTranslations: elements(services),
      egressIPTranslations: elements(egressIPs),
    })),
  };
  return { state, places };
}

/** Returns a cause without the text of its file, because an origin is only used in error messages. */
function unpackCause({ apiVersion, kind, namespace, name, pointer }: PackedCause): Cause {
  const origin = { file: { path: '', text: '' }, start: 0, end: 0, pointer: '' };
  return { apiVersion, kind, namespace, name, pointer, origin };
}

function unpackRow([key, columns, cause]: PackedRow, causes: readonly Cause[]): Row {
  const found = cause === undefined ? undefined : causes[cause];
  return found ? { key, columns, cause: found } : { key, columns };
}

function rowsAt(rows: readonly Row[], spans: readonly number[]): readonly Row[] {
  if (spans.length === 2 && spans[0] === 0 && spans[1] === rows.length) return rows;
  const found: Row[] = [];
  for (let at = 0; at < spans.length; at += 2) {
    const first = spans[at] ?? 0;
    for (let index = first; index < first + (spans[at + 1] ?? 0); index++) {
      const row = rows[index];
      if (row) found.push(row);
    }
  }
  return found;
}
