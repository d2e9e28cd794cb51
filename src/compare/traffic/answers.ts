import type { NamedAddresses } from '../../model/intent/filter.js';
import type { Both, Side } from '../../traffic/side.js';
import type { AnswerChange } from '../../traffic/change.js';

interface Use {
  readonly set: NamedAddresses;
  readonly namespaces: Set<string>;
}

/** Returns the names that rules of both sides use and whose known answers differ, in byte order. */
export function compareAnswers({ before, after }: Both<Pick<Side, 'intents'>>): AnswerChange[] {
  const [left, right] = [usesOf(before), usesOf(after)];
  return [...left.keys()].sort().flatMap((name) => {
    const [old, now] = [left.get(name), right.get(name)];
    if (!old || !now) return [];
    const [was, is] = [textsOf(old.set), textsOf(now.set)];
    const [had, has] = [new Set(was), new Set(is)];
    const added = is.filter((address) => !had.has(address));
    const removed = was.filter((address) => !has.has(address));
    const namespaces = [...new Set([...old.namespaces, ...now.namespaces])].sort();
    return added.length + removed.length > 0 ? [{ name, added, removed, namespaces }] : [];
  });
}

function textsOf({ addresses }: NamedAddresses): readonly string[] {
  return addresses.map(({ text }) => text);
}

function usesOf({ intents }: Pick<Side, 'intents'>): Map<string, Use> {
  const uses = new Map<string, Use>();
  for (const intent of intents) {
    if (intent.effect !== 'filter') continue;
    for (const set of intent.names) {
      const use = uses.get(set.name) ?? { set, namespaces: new Set() };
      uses.set(set.name, use);
      use.namespaces.add(intent.cause.namespace);
    }
  }
  return uses;
}
