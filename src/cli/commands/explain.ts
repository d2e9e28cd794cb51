import { kinds } from '../../kinds/index.js';
import { pathOfName } from '../../model/kubernetes-object.js';
import { listNames } from '../../std/list-text.js';
import { suggestionText } from '../../std/suggest.js';
import { printJson, printLines, printMessage } from '../print.js';
import type { InputOptions } from './input.js';
import { recallPlaced } from '../cache/load-placed.js';

export interface ExplainOptions extends InputOptions {
  /** The kind of the object, in any case. */
  readonly kind: string;
  /** `NAMESPACE/NAME` within a namespace. */
  readonly name: string;
  readonly format: string;
  /** Whether earlier runs may be used; the default. */
  readonly cache?: boolean;
}

/**
 * `weir explain egressip NAME`, `weir explain egressservice NAMESPACE/NAME`: why an object is assigned to its nodes. Exit
 * code 0, or 1 when there is no such object, or nothing to explain in objects of its kind.
 */
export async function explainCommand({ kind: written, name, format, ...input }: ExplainOptions): Promise<number> {
  const explained = kinds.flatMap((kind) => (kind.explain ? [{ kind, explain: kind.explain }] : []));
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
