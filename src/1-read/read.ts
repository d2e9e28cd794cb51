import type { Report, Reporter } from '../model/diagnostic.js';
import type { Json, JsonObject, Manifest, Origin, SourceFile } from '../model/manifest.js';
import { compose } from '../yaml/compose.js';
import { parseDocuments } from '../yaml/documents.js';
import { messages as yamlMessages } from '../yaml/messages.js';
import { type Recall, recallNothing } from '../recall.js';
import { messages } from './messages.js';

/** Names a kind: its apiVersion and kind. */
export interface KindName {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The kinds that a run reads, and how it finds the word that was meant. */
export interface KnownKinds {
  readonly compiled: readonly KindName[];
  readonly inventory: readonly KindName[];
  /** Kinds in the API groups of the compiled ones that exist, but are not compiled. */
  readonly foreign: readonly KindName[];
  readonly suggest: (word: string, choices: readonly string[]) => string | undefined;
}

/** The objects that were found. `ignored` counts, by `<apiVersion> <kind>`, those that Weir has no use for. */
export interface ReadResult {
  readonly compiled: readonly Manifest[];
  readonly inventory: readonly Manifest[];
  /** Objects of compiled kinds from files that only tell of the live cluster. */
  readonly observed: readonly Manifest[];
  readonly ignored: ReadonlyMap<string, number>;
}

interface Context {
  readonly roles: ReadonlyMap<string, 'compiled' | 'inventory' | 'foreign'>;
  readonly kinds: KnownKinds;
  readonly groups: ReadonlySet<string>;
  readonly report: Reporter;
  readonly compiled: Manifest[];
  readonly inventory: Manifest[];
  readonly observed: Manifest[];
  readonly ignored: Map<string, number>;
}

/**
 * Reads YAML and JSON texts into manifests: multi-document files, `List` objects flattened. Problems in one document
 * are reported and leave the others alone. Texts that hold no object at all are an error: an empty result would mean to delete
 * everything. The result is in byte order of kind, namespace and name, so that neither the
 * order of files nor that of documents matters to later phases.
 */
export function read(
  files: readonly SourceFile[],
  kinds: KnownKinds,
  report: Reporter,
  recall: Recall = recallNothing,
): ReadResult {
  const errors: Report[] = [];
  const context: Context = {
    roles: new Map(
      (['foreign', 'inventory', 'compiled'] as const).flatMap((role) => kinds[role].map((kind) => [idOf(kind), role])),
    ),
    kinds,
    groups: new Set(kinds.compiled.map(({ apiVersion }) => groupOf(apiVersion))),
    report: (one) => {
      if (one.severity === 'error') errors.push(one);
      report(one);
    },
    compiled: [],
    inventory: [],
    observed: [],
    ignored: new Map(),
  };
  for (const file of files) {
    const contents = recall('read', file, (say) => readContents(file, context, say), context.report);
    for (const manifest of contents.compiled) context.compiled.push(manifest);
    for (const manifest of contents.inventory) context.inventory.push(manifest);
    for (const manifest of contents.observed) context.observed.push(manifest);
    for (const [what, times] of contents.ignored) count(context, what, times);
  }
  if (errors.length === 0 && countFound(context) === 0) {
    report({ ...messages.nothingToCompile(), target: { path: '' } });
  }
  return {
    compiled: context.compiled.sort(compareManifests),
    inventory: context.inventory.sort(compareManifests),
    observed: context.observed.sort(compareManifests),
    ignored: new Map([...context.ignored].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** What one file holds. */
function readContents(file: SourceFile, shared: Context, report: Reporter): ReadResult {
  const context = { ...shared, report, compiled: [], inventory: [], observed: [], ignored: new Map<string, number>() };
  readFile(file, context);
  return context;
}

function readFile(file: SourceFile, context: Context): void {
  for (const { start, end, events } of file.documents ?? parseDocuments(file.text)) {
    const { values, ambiguous, replaced, problem } = compose(file.text.slice(start, end), events);
    if (problem) {
      const target = { path: file.path, text: file.text, offset: start + problem.offset, length: problem.length };
      context.report({ ...yamlMessages.yaml(problem.fact, problem.detail), target });
      continue;
    }
    const before = countFound(context);
    for (const value of values) readObject(value, { file, start, end, pointer: '' }, context, undefined);
    // Only where the value matters: other tools' files may mean what they say.
    if (countFound(context) === before) continue;
    for (const { text, value, offset } of ambiguous) {
      const target = { path: file.path, text: file.text, offset: start + offset, length: text.length };
      context.report({ ...yamlMessages.ambiguousScalar(text, JSON.stringify(value)), target });
    }
    for (const { key, offset } of replaced) {
      const target = { path: file.path, text: file.text, offset: start + offset, length: 2 };
      context.report({ ...yamlMessages.mergeReplaces(key), target });
    }
  }
}

/** Sorts one value into the result. `implied` is the kind that an item of a typed list leaves out. */
function readObject(value: Json, origin: Origin, context: Context, implied: KindName | undefined): void {
  const report = (finding: Omit<Report, 'target'>, pointer = ''): void => {
    context.report({ ...finding, target: { origin, pointer } });
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
      readList(value.items, { apiVersion, kind }, origin, context);
    else addManifest(value, { apiVersion, kind }, origin, context);
  } else if (kind !== undefined && [...context.kinds.compiled].some((known) => known.kind === kind)) {
    report(messages.missingApiVersion(kind));
  } else if (apiVersion !== undefined && context.groups.has(groupOf(apiVersion))) {
    report(messages.missingKind(apiVersion), '/apiVersion');
  } else {
    count(context, 'not a Kubernetes object');
  }
}

function readList(items: readonly Json[], list: KindName, origin: Origin, context: Context): void {
  const implied = list.kind === 'List' ? undefined : { apiVersion: list.apiVersion, kind: list.kind.slice(0, -4) };
  for (const [index, item] of items.entries()) {
    readObject(item, { ...origin, pointer: `${origin.pointer}/items/${index}` }, context, implied);
  }
}

function addManifest(object: JsonObject, { apiVersion, kind }: KindName, origin: Origin, context: Context): void {
  const role = context.roles.get(idOf({ apiVersion, kind }));
  if (role !== 'compiled' && role !== 'inventory') {
    const isOurs =
      context.groups.has(groupOf(apiVersion)) || context.kinds.compiled.some((known) => known.kind === kind);
    if (isOurs && role !== 'foreign')
      context.report({ ...unknownKind({ apiVersion, kind }, context), target: { origin, pointer: '/kind' } });
    count(context, `${apiVersion} ${kind}`);
    return;
  }
  const metadata = object.metadata;
  const { name, namespace } = isObject(metadata) ? metadata : {};
  if (name === undefined || name === null || name === '') {
    context.report({ ...messages.missingName(kind), target: { origin, pointer: '/metadata' } });
    return;
  }
  const isObserved = role === 'compiled' && origin.file.role === 'inventory';
  context[isObserved ? 'observed' : role].push({
    apiVersion,
    kind,
    namespace: text(namespace) ?? '',
    name: typeof name === 'object' ? '' : String(name),
    object,
    origin,
  });
}

function unknownKind({ apiVersion, kind }: KindName, { kinds }: Context): ReturnType<typeof messages.unknownKind> {
  const same = kinds.compiled.find((known) => known.kind === kind);
  const word =
    same?.kind ??
    kinds.suggest(
      kind,
      kinds.compiled.map((known) => known.kind),
    );
  const meant = kinds.compiled.find((known) => known.kind === word);
  return messages.unknownKind(kind, apiVersion, meant && `${meant.kind} of ${meant.apiVersion}`);
}

function countFound({ compiled, inventory, observed }: Context): number {
  return compiled.length + inventory.length + observed.length;
}

function count(context: Context, what: string, times = 1): void {
  context.ignored.set(what, (context.ignored.get(what) ?? 0) + times);
}

/** Byte order of kind, namespace, name; of what duplicates say, so that no file order decides; then of the place. */
function compareManifests(a: Manifest, b: Manifest): number {
  return (
    compare(a.kind, b.kind) ||
    compare(a.namespace, b.namespace) ||
    compare(a.name, b.name) ||
    compare(JSON.stringify(a.object), JSON.stringify(b.object)) ||
    compare(a.origin.file.path, b.origin.file.path) ||
    a.origin.start - b.origin.start
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function idOf({ apiVersion, kind }: KindName): string {
  return `${apiVersion} ${kind}`;
}

function groupOf(apiVersion: string): string {
  return apiVersion.split('/', 1)[0] ?? '';
}

function text(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
