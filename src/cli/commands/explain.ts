import { kinds } from '../../kinds/index.js';
import { pathOfName } from '../../model/kubernetes-object.js';
import { listNames } from '../../std/list-text.js';
import { suggest, suggestionText } from '../../std/suggest.js';
import { printJson, printLines, printMessage } from '../process/print.js';
import type { InputOptions } from '../run/input.js';
import { recallPlaced } from '../cache/load-placed.js';

export interface ExplainOptions extends InputOptions {
  /** The kind of the object, in any case. */
  readonly kind: string;
  /** `NAMESPACE/NAME` within a namespace. */
  readonly name: string;
  readonly format: string;
  /** If true, cached runs may be used. Default: true. */
  readonly cache?: boolean;
}

/** Returns true if a kind has placements, or is similar to one that has. */
export function mayHavePlacement(written: string): boolean {
  const choices = kinds.flatMap(({ kind, placement }) => (placement ? [kind.toLowerCase()] : []));
  const word = written.toLowerCase();
  return choices.includes(word) || (!isKnownKind(word) && suggest(word, choices) !== undefined);
}

function isKnownKind(word: string): boolean {
  return kinds.some(({ kind }) => kind.toLowerCase() === word);
}

/**
 * Runs `weir explain egressip NAME` and `weir explain egressservice NAMESPACE/NAME`: explains the placement of an
 * object. Returns exit code 0, or 1 if the object does not exist or its kind has no placement.
 */
export async function explainCommand({ kind: written, name, format, ...input }: ExplainOptions): Promise<number> {
  const explained = kinds.flatMap((kind) => (kind.placement ? [{ kind, explain: kind.placement.explain }] : []));
  const asked = explained.find(({ kind }) => kind.kind.toLowerCase() === written.toLowerCase());
  if (!asked) {
    const choices = explained.map(({ kind }) => kind.kind.toLowerCase());
    printMessage(
      `cannot explain '${written}'${suggestionText(written, choices) || `, expected ${listNames(choices)}`}`,
    );
    return 1;
  }
  const own = await recallPlaced(asked.kind, input);
  if (!own) return 1;
  const answer = asked.explain(own, name);
  if (!answer) {
    const names = own.manifests.map(pathOfName);
    const why =
      own.context.cluster.nodes.length === 0
        ? 'has no node, because the inventory has none'
        : 'is rejected, `weir check` reports why';
    printMessage(
      names.includes(name)
        ? `${asked.kind.kind} ${name} ${why}`
        : `${asked.kind.kind} ${name} is not in the manifests${suggestionText(name, names)}`,
    );
    return 1;
  }
  if (format === 'json') printJson(answer.data);
  else printLines(answer.lines);
  return 0;
}
