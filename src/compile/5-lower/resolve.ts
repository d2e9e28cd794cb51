import { type Engine, createEngine } from '../../engine/engine.js';
import type { Query } from '../../engine/query.js';
import type { Kind, Resolution } from '../../kinds/contract/kind.js';
import type { KindContext } from '../../kinds/contract/kind-context.js';
import { isEnabled, manifestsOf } from '../../kinds/contract/manifests-of.js';
import { contextOf, objectsOfKind, setContext } from '../../kinds/contract/recorded-context.js';
import { resourceOf } from '../../model/kubernetes-object.js';
import type { Intent } from '../../model/intent.js';
import type { LockPart } from '../../model/lock.js';
import { sameItems } from '../../std/same-items.js';
import { messages } from './messages.js';

/** What the objects of a kind do, and its assignments, if it assigns anything. */
export interface ResolvedKind {
  readonly intents: readonly Intent[];
  readonly lock: LockPart | undefined;
}

const resolution: Query<Kind, Resolution | undefined> = {
  name: 'resolution of a kind',
  run: (db, kind) => kind.resolve?.(db.get(objectsOfKind, kind), contextOf(db)),
};

const effects: Query<Kind, readonly Intent[]> = {
  name: 'effects of a kind',
  run: (db, kind) => db.get(resolution, kind)?.lower() ?? [],
  same: sameItems,
};

const resolvedKind: Query<Kind, ResolvedKind> = {
  name: 'kind',
  run: (db, kind) => ({ intents: db.get(effects, kind), lock: db.get(resolution, kind)?.lock }),
};

/**
 * Resolves the objects of every compiled kind whose feature is on, and lowers them into their effects, in order of
 * kinds. Reports objects of a kind whose feature is off.
 */
export function resolveKinds(
  kinds: readonly Kind[],
  context: KindContext,
  engine: Engine = createEngine({ isForOneRound: true }),
): ResolvedKind[] {
  const { report } = context;
  setContext(engine, context);
  return kinds.flatMap((kind) => {
    if (!kind.resolve) return [];
    if (isEnabled(kind, context.configuration)) return [engine.ask(resolvedKind, kind, report)];
    const own = manifestsOf(kind, context.manifests);
    const [first] = own;
    if (!first || !kind.feature) return [];
    report({
      ...messages.featureOff(kind.kind, kind.feature, own.length),
      location: { origin: first.origin, pointer: '/kind' },
      resource: resourceOf(first),
    });
    return [];
  });
}
