import type { Report, Reporter } from '../model/diagnostic.js';
import type { Json, JsonObject, Manifest, Origin } from '../model/manifest.js';
import type { KindIndex, KindName } from './known-kinds.js';
import { messages } from './messages.js';

/** The objects that were found so far. `ignored` counts, by `<apiVersion> <kind>`, those that Weir has no use for. */
export interface Found {
  readonly compiled: Manifest[];
  readonly inventory: Manifest[];
  /** Objects of compiled kinds from files that only tell of the live cluster. */
  readonly observed: Manifest[];
  readonly ignored: Map<string, number>;
}

/** Where objects go. */
export interface Sorting {
  readonly kinds: KindIndex;
  readonly found: Found;
  readonly report: Reporter;
}

/** Sorts a value of a file, and the items of a list, by what Weir does with them; reports what is no object. */
export function sortValue(value: Json, origin: Origin, sorting: Sorting): void {
  sortObject(value, origin, sorting, undefined);
}

/** `implied` is the kind that an item of a typed list leaves out. */
function sortObject(value: Json, origin: Origin, sorting: Sorting, implied: KindName | undefined): void {
  const { kinds, found } = sorting;
  const report = (finding: Omit<Report, 'target'>, pointer = ''): void => {
    sorting.report({ ...finding, target: { origin, pointer } });
  };
  if (value === null) return;
  if (typeof value !== 'object' || Array.isArray(value)) {
    report(messages.notAnObject(Array.isArray(value) ? 'a list' : `a ${typeof value}`));
    return;
  }
  const apiVersion = text(value.apiVersion) ?? implied?.apiVersion;
  const kind = text(value.kind) ?? implied?.kind;
  if (kind !== undefined && apiVersion !== undefined) {
    if (kind.endsWith('List') && Array.isArray(value.items))
      sortItems(value.items, { apiVersion, kind }, origin, sorting);
    else addManifest(value, { apiVersion, kind }, origin, sorting);
  } else if (kind !== undefined && kinds.isCompiled(kind)) {
    report(messages.missingApiVersion(kind));
  } else if (apiVersion !== undefined && kinds.isOurGroup(apiVersion)) {
    report(messages.missingKind(apiVersion), '/apiVersion');
  } else {
    countIgnored(found, 'not a Kubernetes object');
  }
}

function sortItems(items: readonly Json[], list: KindName, origin: Origin, sorting: Sorting): void {
  const implied = list.kind === 'List' ? undefined : { apiVersion: list.apiVersion, kind: list.kind.slice(0, -4) };
  for (const [index, item] of items.entries()) {
    sortObject(item, { ...origin, pointer: `${origin.pointer}/items/${index}` }, sorting, implied);
  }
}

function addManifest(object: JsonObject, { apiVersion, kind }: KindName, origin: Origin, sorting: Sorting): void {
  const { kinds, found, report } = sorting;
  const role = kinds.roleOf({ apiVersion, kind });
  if (role !== 'compiled' && role !== 'inventory') {
    if (role !== 'foreign' && (kinds.isOurGroup(apiVersion) || kinds.isCompiled(kind))) {
      const meant = kinds.findMeant(kind);
      const finding = messages.unknownKind(kind, apiVersion, meant && `${meant.kind} of ${meant.apiVersion}`);
      report({ ...finding, target: { origin, pointer: '/kind' } });
    }
    countIgnored(found, `${apiVersion} ${kind}`);
    return;
  }
  const metadata = object.metadata;
  const { name, namespace } = isObject(metadata) ? metadata : {};
  if (name === undefined || name === null || name === '') {
    report({ ...messages.missingName(kind), target: { origin, pointer: '/metadata' } });
    return;
  }
  const isObserved = role === 'compiled' && origin.file.role === 'inventory';
  found[isObserved ? 'observed' : role].push({
    apiVersion,
    kind,
    namespace: text(namespace) ?? '',
    name: typeof name === 'object' ? '' : String(name),
    object,
    origin,
  });
}

/** How many objects were found that Weir has a use for. */
export function countFound({ compiled, inventory, observed }: Found): number {
  return compiled.length + inventory.length + observed.length;
}

/** Counts objects that Weir has no use for. */
export function countIgnored({ ignored }: Found, what: string, times = 1): void {
  ignored.set(what, (ignored.get(what) ?? 0) + times);
}

function text(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
