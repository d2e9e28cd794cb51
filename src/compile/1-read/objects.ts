import type { Finding, Report, Reporter } from '../../model/diagnostic.js';
import type { Manifest, Origin } from '../../model/manifest.js';
import type { Unread } from '../../model/unread.js';
import { type KindName, keyOfKind } from '../../model/kubernetes-object.js';
import type { KindIndex, Role } from './known-kinds.js';
import { messages } from './messages.js';
import { expandTemplate } from './template.js';
import { type Json, type JsonObject, isObject, asObject, asString } from '../../std/json.js';

/** Objects found so far. `ignored` counts unused objects by `<apiVersion> <kind>`. */
export interface FoundObject {
  readonly compiled: Manifest[];
  readonly inventory: Manifest[];
  /** Objects of compiled kinds from files that only describe the live cluster. */
  readonly observed: Manifest[];
  readonly ignored: Map<string, number>;
  /** Unread objects that affect traffic, by API group and kind. */
  readonly unread: Map<string, Unread>;
  /** Skipped files that the user did not name and that look like another tool's. */
  readonly leftOut: Set<string>;
}

/** Context for sorting objects by role. */
export interface Sorting {
  readonly kinds: KindIndex;
  readonly found: FoundObject;
  readonly report: Reporter;
}

/** Sorts a value of a file, and the items of a list, by role. Reports values that are not objects. */
export function sortValue(value: Json, origin: Origin, sorting: Sorting): void {
  sortObject(value, origin, sorting, undefined);
}

/** Sorts one value. `implied` is the kind that an item of a typed list omits. */
function sortObject(value: Json, origin: Origin, sorting: Sorting, implied: KindName | undefined): void {
  const { kinds, found } = sorting;
  const report = (finding: Omit<Report, 'location'>, pointer = ''): void => {
    sorting.report({ ...finding, location: { origin, pointer } });
  };
  if (value === null) return;
  if (typeof value !== 'object' || Array.isArray(value)) {
    if (origin.file.isGuess && !holdsObjects(value, kinds)) countIgnored(found, 'not a Kubernetes object');
    else report(messages.notAnObject(Array.isArray(value) ? 'a list' : `a ${typeof value}`));
    return;
  }
  const apiVersion = asString(value.apiVersion) ?? implied?.apiVersion;
  const kind = asString(value.kind) ?? implied?.kind;
  if (kind !== undefined && apiVersion !== undefined) {
    const name = { apiVersion, kind };
    const items = itemsOf(value, name, kinds);
    if (items) sortItems(items, name, origin, sorting);
    else addManifest(value, name, origin, sorting);
  } else if (kind !== undefined && kinds.findMeant(kind, undefined)) {
    report(messages.missingApiVersion(kind));
  } else if (apiVersion !== undefined && kinds.isOurGroup(apiVersion)) {
    report(messages.missingKind(apiVersion), '/apiVersion');
  } else {
    countIgnored(found, 'not a Kubernetes object');
  }
}

/**
 * Returns the items of a list, or undefined for any other value. To kubectl, every object with items is a list,
 * regardless of its kind. Here it is one if its kind ends in List, or if any item is an object that Weir reads.
 */
function itemsOf({ items }: JsonObject, { kind }: KindName, kinds: KindIndex): readonly Json[] | undefined {
  const isNamed = kind.endsWith('List');
  if (isNamed && items === null) return [];
  if (!Array.isArray(items)) return undefined;
  return isNamed || items.some((item) => roleOfValue(item, kinds) !== undefined) ? items : undefined;
}

/** Returns true if a value is a list with an object that Weir reads. */
function holdsObjects(value: Json, kinds: KindIndex): boolean {
  return Array.isArray(value) && value.some((item) => roleOfValue(item, kinds) !== undefined);
}

/** Returns the role of a value with an apiVersion and a kind, or undefined for other values. */
function roleOfValue(value: Json, kinds: KindIndex): Role | undefined {
  if (!isObject(value)) return undefined;
  const [apiVersion, kind] = [asString(value.apiVersion), asString(value.kind)];
  return apiVersion === undefined || kind === undefined ? undefined : kinds.roleOf({ apiVersion, kind });
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
    const subject = kinds.subjectOf({ apiVersion, kind });
    if (subject) addUnread(found, { kind, group: apiVersion.split('/', 1)[0] ?? '', subject, count: 1, origin });
    else if (role === undefined && TEMPLATE.test(keyOfKind({ apiVersion, kind })))
      sortTemplate(object, origin, sorting);
    else if (role === undefined) reportUnknown({ apiVersion, kind }, origin, sorting);
    countIgnored(found, keyOfKind({ apiVersion, kind }));
    return;
  }
  const metadata = object.metadata;
  const { name, generateName, namespace } = isObject(metadata) ? metadata : {};
  if (name === undefined || name === null || name === '') {
    const isGenerated = role === 'inventory' && typeof generateName === 'string' && generateName !== '';
    const finding = isGenerated ? messages.generatedName(kind) : messages.missingName(kind);
    report({ ...finding, location: { origin, pointer: '/metadata' } });
    return;
  }
  const isObserved = role === 'compiled' && origin.file.role === 'inventory';
  found[isObserved ? 'observed' : role].push({
    apiVersion,
    kind,
    namespace: asString(namespace) ?? '',
    name: typeof name === 'object' ? '' : String(name),
    object,
    origin,
  });
}

/** Reports a skipped object whose kind is retired, similar to a known kind, or in an API group of compiled kinds. */
function reportUnknown(name: KindName, origin: Origin, { kinds, report }: Sorting): void {
  const { apiVersion, kind } = name;
  const reportAt = (finding: Finding, pointer: string): void => {
    report({ ...finding, location: { origin, pointer } });
  };
  const retired = kinds.findRetired(name);
  const meant = kinds.findMeant(kind, apiVersion);
  if (retired) reportAt(messages.retiredKind(kind, retired.instead), '/kind');
  else if (meant?.kind === kind) reportAt(messages.wrongApiVersion(kind, apiVersion, meant.apiVersion), '/apiVersion');
  else if (meant) reportAt(messages.misspeltKind(kind, apiVersion, meant), '/kind');
  else if (kinds.isOurGroup(apiVersion)) reportAt(messages.unknownKind(kind, apiVersion), '/kind');
}

/**
 * Returns true if a value is an object that Weir compiles. Also returns true for an object with the first apiVersion of
 * such a kind, or of a retired kind, because it is reported.
 */
function isWanted(value: Json, kinds: KindIndex): boolean {
  if (roleOfValue(value, kinds) === 'compiled') return true;
  const { apiVersion, kind } = asObject(value) ?? {};
  if (apiVersion !== 'v1' || typeof kind !== 'string') return false;
  const meant = kinds.findMeant(kind, apiVersion);
  const isElsewhere = meant?.kind === kind && meant.apiVersion !== apiVersion;
  return isElsewhere || kinds.findRetired({ apiVersion, kind }) !== undefined;
}

/** Sorts the objects of an OpenShift Template if Weir compiles any of them. */
function sortTemplate(template: JsonObject, origin: Origin, sorting: Sorting): void {
  const { kinds, report } = sorting;
  const { namespace, parameters } = origin.file;
  const held = (Array.isArray(template.objects) ? template.objects : []).filter((value) => isWanted(value, kinds));
  if (held.length === 0) return;
  const expanded = expandTemplate(template, parameters);
  if ('lacking' in expanded) {
    const heldKinds = new Set(held.map((value) => (isObject(value) ? asString(value.kind) : undefined) ?? ''));
    const finding = messages.template(held.length, [...heldKinds].sort(), expanded.lacking);
    report({ ...finding, location: { origin, pointer: '/objects' } });
    return;
  }
  for (const [index, object] of expanded.objects.entries()) {
    const place = { ...origin, pointer: `${origin.pointer}/objects/${index}` };
    sortObject(namespace === undefined ? object : withoutNamespace(object), place, sorting, undefined);
  }
}

/** Returns an object without its namespace. `oc process` removes it, so that `oc apply --namespace` takes effect. */
function withoutNamespace(value: Json): Json {
  if (!isObject(value) || !isObject(value.metadata)) return value;
  const { namespace, ...metadata } = value.metadata;
  return namespace === undefined ? value : { ...value, metadata };
}

/** OpenShift's Template, also with its first apiVersion. */
const TEMPLATE = /^(?:template\.openshift\.io\/)?v1 Template$/;

/** Returns the number of objects found that Weir reads. */
export function countFound({ compiled, inventory, observed }: FoundObject): number {
  return compiled.length + inventory.length + observed.length;
}

/** Adds objects that Weir does not read and that affect traffic. */
export function addUnread({ unread }: Pick<FoundObject, 'unread'>, one: Unread): void {
  const key = `${one.group} ${one.kind}`;
  const known = unread.get(key);
  unread.set(key, known ? { ...known, count: known.count + one.count } : one);
}

/** Counts unused objects. */
export function countIgnored({ ignored }: FoundObject, what: string, times = 1): void {
  ignored.set(what, (ignored.get(what) ?? 0) + times);
}
