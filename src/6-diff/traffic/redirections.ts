import type { RedirectIntent } from '../../model/intent.js';
import { formatPrefix } from '../../net/prefix.js';
import type { Both } from '../side.js';
import type { RedirectionChange } from './change.js';

/** The routers that pass something else on than before, or with another source, in byte order. */
export function compareRedirections({ before, after }: Both<readonly RedirectIntent[]>): RedirectionChange[] {
  const [left, right] = [factsByRouter(before), factsByRouter(after)];
  return [...new Set([...left.keys(), ...right.keys()])].sort().flatMap((router): RedirectionChange[] => {
    const [old, now] = [left.get(router) ?? [], right.get(router) ?? []];
    const removed = old.filter((fact) => !now.includes(fact));
    const added = now.filter((fact) => !old.includes(fact));
    return removed.length + added.length > 0 ? [{ router, added, removed }] : [];
  });
}

function factsByRouter(intents: readonly RedirectIntent[]): Map<string, readonly string[]> {
  return new Map(intents.map((intent) => [`${intent.cause.namespace}/${intent.cause.name}`, factsOf(intent)]));
}

/** What a router does, each thing in words: a change of one thing is one line out and one in. */
function factsOf({ addresses, redirections, fallbacks }: RedirectIntent): readonly string[] {
  return [
    ...addresses.map(
      ({ address, prefix, gateway }) =>
        `leaves with ${address} of ${formatPrefix(prefix)}${gateway === undefined ? '' : ` through ${gateway}`}`,
    ),
    ...redirections.map(
      ({ protocol, port, address, targetPort }) => `${protocol} port ${port} → ${address} port ${targetPort}`,
    ),
    ...fallbacks.map(({ address }) => `every other port → ${address}`),
  ];
}
