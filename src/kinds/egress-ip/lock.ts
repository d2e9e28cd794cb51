import { refuseNode } from '../../cloud/egress-node.js';
import type { LockChange, LockTree, LockedAddress, LockedEgressIP } from '../../model/lock.js';
import type { ReportAt } from '../../model/report-at.js';
import { readAddress } from '../../net/address.js';
import type { JsonObject } from '../../std/json.js';
import { escapePointer } from '../../yaml/locate.js';
import type { KindLock } from '../contract/kind-placement.js';
import { changeOf, keysOfBoth, sortedEntries } from '../shared/lock-change.js';
import { messages } from '../shared/lock-messages.js';
import { readLiveState } from './placement/live-state.js';
import type { PlacedEgressIP } from './placement/place.js';
import { DROP_TEXTS } from './placement/reasons.js';
import { placeEgressIPs } from './resolve.js';
import { ANNOTATION } from '../../ovn-kubernetes/annotations.js';
import { EGRESS_IP_MARKS } from '../../ovn-kubernetes/numbers.js';

const schema: JsonObject = {
  type: 'object',
  description: 'EgressIP → its packet mark and the nodes of its addresses.',
  additionalProperties: {
    type: 'object',
    description: 'What one EgressIP has.',
    additionalProperties: false,
    properties: {
      mark: {
        type: 'integer',
        minimum: EGRESS_IP_MARKS.first,
        maximum: EGRESS_IP_MARKS.last,
        description: `Packet mark, as in the annotation ${ANNOTATION.egressIPMark}.`,
      },
      addresses: {
        type: 'object',
        description: 'Address → node.',
        additionalProperties: { type: 'string', minLength: 1, description: 'Name of the node.' },
      },
    },
  },
};

/** Fields of one EgressIP in the schema. */
interface Written {
  readonly mark?: number;
  readonly addresses?: Readonly<Record<string, string>>;
}

/** The nodes of addresses, and marks. */
export const egressIPLock: KindLock = {
  field: 'egressIPs',
  schema,
  read: (written, reportAt) => ({
    egressIPs: new Map(
      sortedEntries(written).map(([name, own]) => [name, readEgressIP(name, own as Written, reportAt)]),
    ),
  }),
  write: ({ egressIPs }) => new Map([...egressIPs].map(([name, own]) => [name, writeEgressIP(own)])),
  compare: ({ egressIPs: before }, { egressIPs: after }) =>
    keysOfBoth(before, after).flatMap((name) => compareEgressIP(name, before.get(name), after.get(name))),
  mayHost: (node, { platform }) => ['not-ready', undefined].includes(refuseNode(node, platform)?.why),
  explain: ({ manifests, context }) => {
    const { placed } = placeEgressIPs(manifests, context);
    const byName = new Map(placed.map((one) => [one.parsed.name, one]));
    const { marks } = readLiveState(manifests, context.observed);
    return (change) => explainChange(change, byName.get(change.name), marks.get(change.name));
  },
};

function readEgressIP(name: string, { mark, addresses = {} }: Written, reportAt: ReportAt): LockedEgressIP {
  const read = sortedEntries(addresses).flatMap(([text, node]): [string, LockedAddress][] => {
    const address = readAddress(text);
    const pointer = `/${escapePointer(name)}/addresses/${escapePointer(text)}`;
    if (!address) reportAt(messages.badAddress(text), pointer);
    else if (address.text !== text) reportAt(messages.notCanonical(text, address.text), pointer);
    return address ? [[address.text, { address, node }]] : [];
  });
  return { ...(mark === undefined ? {} : { mark }), addresses: new Map(read) };
}

function writeEgressIP({ mark, addresses }: LockedEgressIP): LockTree {
  const tree = new Map<string, LockTree | number>();
  if (mark !== undefined) tree.set('mark', mark);
  if (addresses.size === 0) return tree;
  const nodes = new Map<string, string>();
  for (const [text, { node }] of addresses) nodes.set(text, node);
  return tree.set('addresses', nodes);
}

const LIVE = 'assigned by the live cluster';

const NO_ADDRESSES: LockedEgressIP['addresses'] = new Map();

function compareEgressIP(name: string, before?: LockedEgressIP, after?: LockedEgressIP): LockChange[] {
  const from = before?.addresses ?? NO_ADDRESSES;
  const to = after?.addresses ?? NO_ADDRESSES;
  const changes = changeOf({ kind: 'EgressIP', name, what: 'mark' }, before?.mark?.toString(), after?.mark?.toString());
  for (const address of keysOfBoth(from, to)) {
    const subject = { kind: 'EgressIP', name, what: 'address', address } as const;
    changes.push(...changeOf(subject, from.get(address)?.node, to.get(address)?.node));
  }
  return changes;
}

function explainChange(
  { address, from, to }: LockChange,
  placed: PlacedEgressIP | undefined,
  liveMark: number | undefined,
): string {
  if (!placed) return 'the EgressIP no longer exists';
  if (address === undefined) {
    if (liveMark?.toString() === to) return LIVE;
    return from === undefined ? 'the EgressIP has no mark yet' : 'another EgressIP uses the mark';
  }
  const dropped = placed.dropped.find(({ earlier, source }) => source === 'lock' && earlier.egressIP === address);
  if (dropped) return DROP_TEXTS[dropped.why];
  const assignment = placed.assignments.find((one) => one.address.text === address);
  return assignment?.source === 'status'
    ? LIVE
    : from === undefined
      ? 'the address is not locked yet'
      : DROP_TEXTS['not-in-spec'];
}
