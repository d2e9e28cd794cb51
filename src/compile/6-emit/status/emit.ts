import type { Artefact } from '../../../model/artefact.js';
import type { StatusIntent } from '../../../model/intent/kubernetes-object.js';
import { createListQuery, startsGroupOfNames } from '../../../engine/chunks.js';
import { type Engine, createEngine } from '../../../engine/engine.js';
import type { Query, QueryInput } from '../../../engine/query.js';
import { createByteWriter } from '../../../std/byte-writer.js';
import { concatenate } from '../../../std/concatenate.js';
import type { JsonObject } from '../../../std/json.js';
import { sameItems } from '../../../std/same-items.js';
import { countBy, resourceText } from '../shared/provenance.js';
import { writeYaml } from '../shared/yaml-text.js';

/**
 * Minimum characters of a status that is written once if several resources have it: it has one entry for each of many
 * zones.
 */
const LONG = 4096;
/**
 * Maximum aliases of one anchor, before the status is written again. Readers of YAML limit them, the package `yaml` to
 * a hundred.
 */
const MAX_ALIASES = 64;

const statusIntents: QueryInput<readonly StatusIntent[]> = { name: 'statuses', same: sameItems };

const statusText: Query<JsonObject, string> = {
  name: 'text of a status',
  run: (_, status) => writeYaml({ status }, 4).slice('status:'.length),
};

/** What the file says about a status: the head of its patch, its text, its resource and the kind of it. */
type PatchTexts = readonly [head: string, status: string, resource: string, kind: string];

const TEXTS_OF_PATCH = 4;

/** The texts of all patches in one list, which is compared by its texts: the file depends on nothing else. */
const patchTexts = createListQuery<StatusIntent, string>('texts of status patches', {
  listIn: (db) => db.read(statusIntents),
  startsChunk: ({ cause }, before) => startsGroupOfNames(cause, before.cause),
  isWholeOnce: true,
  hasOneReader: true,
  make: (db, intents) => concatenate(intents.map((intent) => textsOf(intent, db.get(statusText, intent.status)))),
});

function textsOf(intent: StatusIntent, status: string): PatchTexts {
  const { cause } = intent;
  return [renderHead(intent), status, resourceText(cause), cause.kind];
}

const statusFile: Query<undefined, Artefact> = {
  name: 'status.yaml',
  run: (db) => {
    const texts = db.get(patchTexts, undefined);
    const inPlace = (place: number): readonly string[] => texts.filter((_, index) => index % TEXTS_OF_PATCH === place);
    const writer = createByteWriter();
    for (const patch of renderPatches(inPlace(0), inPlace(1))) writer.write(patch);
    return {
      path: 'cluster/status.yaml',
      content: writer.finish(),
      sources: [...new Set(inPlace(2))].sort(),
      counts: countBy(inPlace(3), (kind) => kind),
    };
  },
};

/**
 * Writes `cluster/status.yaml`: a list of status patches, each with its object and endpoint. A repeated long status is
 * an alias of its first occurrence. Writes no file if there is no patch.
 */
export function emitStatus(
  intents: readonly StatusIntent[],
  engine: Engine = createEngine({ isForOneRound: true }),
): Artefact[] {
  if (intents.length === 0) return [];
  engine.set(statusIntents, intents);
  return [engine.ask(statusFile, undefined, () => undefined)];
}

function renderPatches(heads: readonly string[], statuses: readonly string[]): readonly string[] {
  const refer = createReferences(findRepeated(statuses));
  return heads.map((head, index) => `${head}  patch:\n    status:${refer(statuses[index] ?? '')}\n`);
}

function renderHead({ cause, subresource }: StatusIntent): string {
  const { apiVersion, kind, namespace, name } = cause;
  const place = namespace === '' ? '' : `\n    namespace: ${writeYaml(namespace, 0)}`;
  const target = `apiVersion: ${writeYaml(apiVersion, 0)}\n    kind: ${writeYaml(kind, 0)}${place}\n    name: ${writeYaml(name, 0)}`;
  return `- target:\n    ${target}\n  subresource: ${writeYaml(subresource, 0)}\n`;
}

/** Returns the long texts that occur more than once. */
function findRepeated(texts: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const text of texts) {
    if (text.length < LONG) continue;
    if (seen.has(text)) repeated.add(text);
    seen.add(text);
  }
  return repeated;
}

/**
 * Creates a function that returns the text to write. A repeated text is written with an anchor, then as aliases. Other
 * texts stay unchanged.
 */
function createReferences(repeated: ReadonlySet<string>): (text: string) => string {
  const anchors = new Map<string, { readonly name: string; aliases: number }>();
  let count = 0;
  return (text) => {
    if (!repeated.has(text)) return text;
    const anchor = anchors.get(text);
    if (anchor && anchor.aliases < MAX_ALIASES) {
      anchor.aliases++;
      return ` *${anchor.name}`;
    }
    const name = `status-${++count}`;
    anchors.set(text, { name, aliases: 0 });
    return ` &${name}${text}`;
  };
}
