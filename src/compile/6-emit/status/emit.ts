import type { Artefact } from '../../../model/artefact.js';
import type { StatusIntent } from '../../../model/intent/kubernetes-object.js';
import { type Memo, noMemo } from '../../../engine/memo.js';
import { createByteWriter } from '../../../std/byte-writer.js';
import type { JsonObject } from '../../../std/json.js';
import { memoize } from '../../../std/memoize.js';
import { countBy, resourceText } from '../provenance.js';
import { writeYaml } from '../yaml-text.js';

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

/**
 * Writes `cluster/status.yaml`: a list of status patches, each with its object and endpoint. A repeated long status is
 * an alias of its first occurrence. Writes no file if there is no patch.
 */
export function emitStatus(intents: readonly StatusIntent[], memo: Memo = noMemo): Artefact[] {
  if (intents.length === 0) return [];
  const patches = renderPatches(intents, memo);
  const render = (): Artefact => {
    const writer = createByteWriter();
    for (const patch of patches) writer.write(patch);
    return {
      path: 'cluster/status.yaml',
      content: writer.finish(),
      sources: [...new Set(intents.map(({ cause }) => resourceText(cause)))].sort(),
      counts: countBy(intents, ({ cause }) => cause.kind),
    };
  };
  // The text of a patch contains its object.
  return [memo('status.yaml', undefined, patches, render)];
}

function renderPatches(intents: readonly StatusIntent[], memo: Memo): string[] {
  const textOf = memoize((status: JsonObject) => writeYaml({ status }, 4).slice('status:'.length));
  const texts = intents.map((intent) =>
    memo('status patch', intent, [], () => ({ head: renderHead(intent), status: textOf(intent.status) })),
  );
  const refer = createReferences(findRepeated(texts.map(({ status }) => status)));
  return texts.map(({ head, status }) => `${head}  patch:\n    status:${refer(status)}\n`);
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
