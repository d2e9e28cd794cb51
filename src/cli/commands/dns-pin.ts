import { join } from 'node:path';
import { interpret } from '../../compile/compile.js';
import { prepare } from '../../compile/prepare.js';
import type { Intent } from '../../model/intent.js';
import { type Family, readAddress } from '../../net/address.js';
import { normalizeName } from '../../net/dns-name.js';
import { replaceFile } from '../../rendered/replace-file.js';
import { CONFIGURATION_PATH } from '../../settings/configuration/parse.js';
import { pinAnswers } from '../../settings/configuration/pin-answers.js';
import { diffLines } from '../../std/line-diff.js';
import { plural } from '../../std/plural.js';
import { pathFromHere } from '../process/folder.js';
import { printMessage, printText } from '../process/print.js';
import type { InputOptions } from '../run/input.js';
import { readValid } from '../run/prepared.js';

/**
 * Resolves a name in one family. Returns an empty list if it has no address. Rejects with a reason if the lookup fails.
 */
export type Resolve = (name: string, family: Family) => Promise<readonly string[]>;

export interface PinOptions extends InputOptions {
  /** Names to pin. If empty, all names in firewall rules without known addresses. */
  readonly names: readonly string[];
  /** Date to record next to the addresses, `YYYY-MM-DD`. */
  readonly date: string;
  /** If true, writes weir.yaml. Otherwise, only shows the change. */
  readonly write?: boolean;
}

/** Maximum number of concurrent lookups. */
const AT_ONCE = 16;

/**
 * Runs `weir dns pin`: resolves DNS names, and shows or writes their addresses under `dns` of weir.yaml. Returns exit
 * code 0, or 2 if a change is only shown. Returns 1 without names, if a name has no address, or for errors in the
 * input.
 */
export async function pinCommand(
  { names, date, write = false, ...options }: PinOptions,
  resolve: Resolve,
): Promise<number> {
  const asked = await readValid({ ...options, allowEmpty: true }, (input, report, { root, configurationFile }) => {
    const prepared = prepare(input, report, () => undefined);
    const { cluster, configuration } = prepared.context;
    const missing =
      names.length > 0 || prepared.hasError()
        ? []
        : findUnanswered(interpret(prepared, input).intents, cluster.dnsAnswers);
    return {
      names: names.length > 0 ? [...new Set(names.map(plainName))] : missing,
      file: join(root, configurationFile?.path ?? CONFIGURATION_PATH),
      text: configurationFile?.text ?? '',
      families: configuration.ipFamilies,
    };
  });
  if (!asked) return 1;
  if (asked.names.length === 0) {
    printMessage('all names of firewall rules are pinned, name those to resolve');
    return 1;
  }
  const { answers, isComplete } = await resolveAll(asked.names, asked.families, resolve);
  const text = answers.size > 0 ? pinAnswers(asked.text, answers, date) : asked.text;
  if (text !== asked.text) printText(diffLines(pathFromHere(asked.file), asked.text, text));
  const what = plural(answers.size, 'name');
  if (write && answers.size > 0) {
    const [refused] = replaceFile(asked.file, text);
    printMessage(refused?.message ?? `${what} pinned`);
    return refused || !isComplete ? 1 : 0;
  }
  if (answers.size > 0)
    printMessage(`${what} resolved, run \`weir dns pin --write\` to pin ${answers.size === 1 ? 'it' : 'them'}`);
  return isComplete ? 2 : 1;
}

/** Returns the names in rules without known addresses, except wildcards. */
function findUnanswered(intents: readonly Intent[], known: ReadonlyMap<string, unknown>): string[] {
  const names = intents.flatMap((intent) =>
    intent.effect === 'filter' ? intent.names.flatMap(({ name }) => (known.has(normalizeName(name)) ? [] : name)) : [],
  );
  return [...new Set(names.map(plainName))].filter((name) => !name.startsWith('*')).sort();
}

function plainName(name: string): string {
  return normalizeName(name).replace(/\.$/, '');
}

async function resolveAll(names: readonly string[], families: readonly Family[], resolve: Resolve) {
  const answers = new Map<string, readonly string[]>();
  let isComplete = true;
  for (let first = 0; first < names.length; first += AT_ONCE) {
    const some = names.slice(first, first + AT_ONCE);
    const found = await Promise.allSettled(
      some.map((name) => Promise.all(families.map((family) => resolve(name, family)))),
    );
    for (const [index, result] of found.entries()) {
      const name = some[index] ?? '';
      const texts = result.status === 'fulfilled' ? result.value.flat() : [];
      const addresses = texts.flatMap((text) => readAddress(text)?.text ?? []).sort();
      if (addresses.length > 0) answers.set(name, [...new Set(addresses)]);
      else {
        isComplete = false;
        printMessage(`${name} has no answer${result.status === 'rejected' ? `: ${String(result.reason)}` : ''}`);
      }
    }
  }
  return { answers, isComplete };
}
