import { isDeepStrictEqual } from 'node:util';
import { compareOrigins } from '../../model/compare-origins.js';
import { keyOfKind, resourceOf, titleOf } from '../../model/kubernetes-object.js';
import type { Kind } from '../../kinds/contract/kind.js';
import { knownKinds } from '../../kinds/known.js';
import { createListQuery, startsGroupOfNames } from '../../engine/chunks.js';
import { type Engine, createEngine } from '../../engine/engine.js';
import type { Query, QueryInput } from '../../engine/query.js';
import { watchErrors } from '../../model/watch-errors.js';
import type { FindingFilter, Report, Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import { isLabel, isSubdomain } from '../../net/dns-name.js';
import { limitReports } from './limit.js';
import { messages } from '../../schema/messages.js';
import { checkMetadata } from './metadata.js';
import type { Definitions } from '../../kinds/contract/definition.js';
import { objectSchemaOf } from './object-schema.js';
import { pruneNulls } from '../../schema/nulls.js';
import type { Problem } from '../../schema/problem.js';
import { explainError } from '../../schema/schema-errors.js';
import { findViolations } from '../../schema/schema.js';
import { type WithoutStatus, setStatusAside } from '../../schema/status.js';
import type { JsonObject } from '../../std/json.js';
import { sameItems } from '../../std/same-items.js';

/**
 * Returns the valid objects of the given kinds, in their order, without the nulls that the API server prunes. Skips
 * objects of other kinds. An object is valid if an API server with strict field validation accepts it and no earlier
 * object has its kind, namespace and name. This comprises the kind's schema, the rules of all metadata, and the kind's
 * own `check`.
 *
 * Reports at most twenty findings per object, and the number of the others. Findings that `judge` ignores do not count.
 * `definitions` selects the schemas of the kinds.
 */
export function validate(
  manifests: readonly Manifest[],
  kinds: readonly Kind[],
  report: Reporter,
  engine: Engine = createEngine({ isForOneRound: true }),
  judge: FindingFilter = keepAll,
  definitions: Definitions = {},
): readonly Manifest[] {
  engine.set(objects, manifests);
  engine.set(validKinds, kinds);
  engine.set(chosenDefinitions, definitions);
  engine.set(filter, judge);
  return engine.ask(validObjects, undefined, report);
}

/** Filter that keeps all findings. */
const keepAll: FindingFilter = (one) => one;

const objects: QueryInput<readonly Manifest[]> = { name: 'objects to validate', same: sameItems };
const filter: QueryInput<FindingFilter> = { name: 'filter of findings' };
const validKinds: QueryInput<readonly Kind[]> = { name: 'kinds' };
const chosenDefinitions: QueryInput<Definitions> = { name: 'definitions', same: isDeepStrictEqual };

const kindByKey: Query<undefined, ReadonlyMap<string, Kind>> = {
  name: 'kinds by key',
  run: (db) => new Map(db.read(validKinds).map((kind) => [keyOfKind(kind), kind])),
};

const schemaOfKind: Query<Kind, JsonObject> = {
  name: 'schema of a kind',
  run: (db, kind) => objectSchemaOf(kind, db.read(chosenDefinitions)),
};

/** An object without pruned nulls, and its findings. It is valid only if none is an error. */
interface CheckedObject {
  readonly manifest: Manifest;
  readonly reports: readonly Report[];
}

const checkedManifest: Query<Manifest, CheckedObject> = {
  name: 'checked object',
  hasOneReader: true,
  run: (db, manifest) => {
    const kind = db.get(kindByKey, undefined).get(keyOfKind(manifest));
    const reports: Report[] = [];
    if (!kind) return { manifest, reports };
    return { manifest: checkManifest(manifest, kind, db.get(schemaOfKind, kind), (one) => reports.push(one)), reports };
  },
};

/** The valid objects. All objects of one name are in one chunk. */
const validObjects = createListQuery<Manifest, Manifest>('valid objects', {
  listIn: (db) => db.read(objects),
  startsChunk: (one, before) =>
    one.kind !== before.kind || (knownKinds.isNamespaced(one.kind) && startsGroupOfNames(one, before)),
  make: (db, manifests) => {
    const kindOf = db.get(kindByKey, undefined);
    const firstOf = new Map<string, Manifest>();
    return manifests.flatMap((manifest) => {
      const kind = kindOf.get(keyOfKind(manifest));
      if (!kind) return [];
      const limited = limitReports(db.report, db.read(filter));
      const { manifest: checked, reports } = db.get(checkedManifest, manifest);
      for (const one of reports) limited.report(one);
      checkUnique(checked, kind, firstOf, limited.report);
      limited.close();
      return limited.hasError() ? [] : [checked];
    });
  },
});

const NEEDLESS_NAMESPACE = messages.needlessNamespace.definition.code;

/**
 * Checks one object by itself and returns it without pruned nulls. The result is valid only if no error was reported.
 */
function checkManifest(manifest: Manifest, kind: Kind, schema: JsonObject, say: Reporter): Manifest {
  const { report, hasError } = watchErrors(say);
  const { object, errors, warning } = checkSchema(manifest.object, schema);
  const namespace = kind.namespaced ? manifest.namespace : '';
  const same = object === manifest.object && namespace === manifest.namespace;
  const checked = same ? manifest : { ...manifest, namespace, object };
  const resource = resourceOf(checked);
  const reportProblem = ({ finding, ...place }: Problem): void => {
    report({ ...finding, location: { origin: manifest.origin, ...place }, resource });
  };
  for (const problem of checkMetadata(object, kind, manifest.origin.file.path)) {
    // A renderer writes its namespace into all objects, and the user cannot remove it from one.
    if (manifest.origin.file.trace && problem.finding.code === NEEDLESS_NAMESPACE) continue;
    reportProblem(problem);
  }
  // Explained one by one, because there can be hundreds of thousands and few are shown.
  for (const error of errors) reportProblem(adviseOnField(explainError(error), kind));
  if (warning) reportProblem(warning);
  // The kind's own check may rely on the schema.
  if (!hasError()) kind.check?.(checked, report);
  return checked;
}

/** Returns a problem with the kind's advice if it is an unknown field that no other name fixes. */
function adviseOnField(problem: Problem, { definition }: Kind): Problem {
  const help = problem.part === 'key' ? definition.absentFields?.[problem.pointer] : undefined;
  if (help === undefined) return problem;
  const finding: typeof problem.finding & { replacement?: unknown } = { ...problem.finding, help };
  delete finding.replacement;
  return { ...problem, finding };
}

/**
 * Returns an object without the nulls that the API server prunes, and its schema violations without those of its
 * status.
 */
function checkSchema(written: JsonObject, schema: JsonObject): WithoutStatus {
  const violations = findViolations(written, schema);
  // Every pruned null violates the schema, and few objects violate theirs.
  if (violations.length === 0) return { object: written, errors: violations };
  const pruned = pruneNulls(written, schema) as JsonObject;
  return setStatusAside(pruned, pruned === written ? violations : findViolations(pruned, schema), schema);
}

/**
 * Returns the sources that render two objects if the sources differ. Both objects may come from one line of a common
 * base.
 */
function sourcesOf(...manifests: readonly Manifest[]): readonly string[] {
  const paths = new Set(manifests.map(({ origin }) => origin.file.path));
  return paths.size > 1 && manifests.some(({ origin }) => origin.file.trace) ? [...paths] : [];
}

/** Returns the location of the first of two objects, as a clause. */
function firstPlaceOf(first: Manifest, second: Manifest): string {
  const { path } = first.origin.file;
  return path === second.origin.file.path ? 'above' : `in ${path}`;
}

/**
 * Reports two objects of one kind, namespace and name, at the later one in the order of files and lines. Objects with
 * invalid names are skipped.
 */
function checkUnique(manifest: Manifest, kind: Kind, firstOf: Map<string, Manifest>, report: Reporter): void {
  const { name, namespace } = manifest;
  if (!isSubdomain(name) || (kind.namespaced && !isLabel(namespace))) return;
  const title = titleOf(manifest.kind, manifest);
  const known = firstOf.get(title);
  const isFirst = !known || compareOrigins(manifest.origin, known.origin) < 0;
  if (isFirst) firstOf.set(title, manifest);
  if (!known) return;
  const [first, second] = isFirst ? [manifest, known] : [known, manifest];
  report({
    ...messages.duplicate(title, firstPlaceOf(first, second), sourcesOf(first, second)),
    location: { origin: second.origin, pointer: '/metadata/name' },
    resource: resourceOf(second),
    related: [{ message: 'first defined here', location: { origin: first.origin, pointer: '/metadata/name' } }],
  });
}
