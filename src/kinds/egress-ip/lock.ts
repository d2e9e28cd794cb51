import type { LockChange, LockedEgressIP } from '../../model/lock.js';
import type { KindLock } from '../kind.js';
import { changeOf, keysOfBoth } from '../lock-change.js';
import type { PlacedEgressIP } from './placement/place.js';
import { DROP_TEXTS } from './placement/reasons.js';
import { placeEgressIPs } from './resolve.js';

/** The nodes of addresses, and marks. */
export const egressIPLock: KindLock = {
  compare: ({ egressIPs: before }, { egressIPs: after }) =>
    keysOfBoth(before, after).flatMap((name) => compareEgressIP(name, before.get(name), after.get(name))),
  explain: ({ manifests, context }) => {
    const { placed } = placeEgressIPs(manifests, context);
    const byName = new Map(placed.map((one) => [one.request.name, one]));
    return (change) => explainChange(change, byName.get(change.name));
  },
};

const NO_ADDRESSES: ReadonlyMap<string, string> = new Map();

function compareEgressIP(name: string, before?: LockedEgressIP, after?: LockedEgressIP): LockChange[] {
  const [from, to] = [before?.addresses ?? NO_ADDRESSES, after?.addresses ?? NO_ADDRESSES];
  const subject = { kind: 'EgressIP', name };
  const mark = changeOf({ ...subject, what: 'mark' }, before?.mark?.toString(), after?.mark?.toString());
  const addresses = keysOfBoth(from, to).flatMap((address) =>
    changeOf({ ...subject, what: 'address', address }, from.get(address), to.get(address)),
  );
  return [...mark, ...addresses];
}

function explainChange({ address, from }: LockChange, placed: PlacedEgressIP | undefined): string {
  if (!placed) return 'the EgressIP is not there any more';
  if (address === undefined)
    return from === undefined ? 'the EgressIP has no mark yet' : 'another EgressIP has the mark';
  const dropped = placed.dropped.find(({ earlier, source }) => source === 'lock' && earlier.egressIP === address);
  if (dropped) return DROP_TEXTS[dropped.why];
  const assignment = placed.assignments.find((one) => one.address.text === address);
  return assignment?.source === 'status'
    ? 'the live cluster has it there'
    : from === undefined
      ? 'the address is not locked yet'
      : DROP_TEXTS['not-in-spec'];
}
