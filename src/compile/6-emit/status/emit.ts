import type { Artefact } from '../../../model/artefact.js';
import type { StatusIntent } from '../../../model/intent/kubernetes-object.js';
import { type Memo, noMemo } from '../../../model/memo.js';
import { createByteWriter } from '../../../std/byte-writer.js';
import type { JsonObject } from '../../../std/json.js';
import { memoize } from '../../../std/memoize.js';
import { countBy, resourceText } from '../provenance.js';
import { writeYaml } from '../yaml-text.js';

/** Characters from which a status that several resources have is written once: one entry for each of many zones. */
const LONG = 4096;
/** Readers of YAML refuse more aliases of one anchor, as the package `yaml` does of a hundred: then the status is written again. */
const MAX_ALIASES = 64;

/**
 * `cluster/status.yaml`: a list of status patches, each with the object and the endpoint it goes to. A long status that
 * comes again is an alias of where it stands first. No file where there is no patch.
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
  // The text of a patch tells of its object.
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

/** Returns the long texts that are there more than once. */
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

/** What stands for a text, time after time: a repeated one with an anchor, then aliases. Other texts stay as they are. */
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
