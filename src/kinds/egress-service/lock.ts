import type { LockChange } from '../../model/lock.js';
import type { JsonObject } from '../../std/json.js';
import type { KindLock } from '../contract/kind-placement.js';
import { changeOf, keysOfBoth, sortedEntries } from '../shared/lock-change.js';
import type { PlacedService } from './placement.js';
import { NO_HOST_TEXTS, REFUSAL_TEXTS } from './reasons.js';
import { placeEgressServices } from './resolve.js';

const schema: JsonObject = {
  type: 'object',
  description: 'EgressService (namespace/name) → its host.',
  additionalProperties: { type: 'string', minLength: 1, description: 'Name of the node.' },
};

/** Hosts. */
export const egressServiceLock: KindLock = {
  field: 'egressServices',
  schema,
  read: (written) => ({ egressServices: new Map(sortedEntries(written as Readonly<Record<string, string>>)) }),
  write: ({ egressServices }) => egressServices,
  compare: ({ egressServices: before }, { egressServices: after }) =>
    keysOfBoth(before, after).flatMap((name) =>
      changeOf({ kind: 'EgressService', name, what: 'host' }, before.get(name), after.get(name)),
    ),
  // Any node may be one that a selector picks.
  mayHost: () => true,
  explain: ({ manifests, context }) => {
    const placed = placeEgressServices(manifests, context);
    const byKey = new Map(placed.map((one) => [one.parsed.key, one]));
    return (change) => explainChange(change, byKey.get(change.name));
  },
};

function explainChange({ from }: LockChange, placed: PlacedService | undefined): string {
  if (!placed) return 'the EgressService no longer exists';
  const dropped = placed.dropped.find(({ source }) => source === 'lock');
  if (dropped) return `${dropped.node} ${REFUSAL_TEXTS[dropped.why]}`;
  const { host } = placed;
  if (host.type === 'every-node') return 'sourceIPBy is now Network';
  if (host.type === 'none') return NO_HOST_TEXTS[host.why];
  if (host.source === 'status') return 'assigned by the live cluster';
  return from === undefined ? 'the host is not locked yet' : 'the rule now chooses a different host';
}
