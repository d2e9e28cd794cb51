import { protocolOf } from './address-family.js';
import { qosKey } from './keys.js';
import type { Cause } from '../../../model/intent/cause.js';
import type { MarkIntent } from '../../../model/intent/mark.js';
import type { Family } from '../../../net/address.js';
import { RowOfShape, RowShape } from '../../../northbound/row-shape.js';
import { FAMILY_ID, hashedName, objectId, objectIds } from '../../../ovn-kubernetes/object-ids.js';
import { OWNER_TYPE } from '../../../ovn-kubernetes/owner-types.js';
import { QOS_PRIORITY } from '../../../ovn-kubernetes/priorities.js';
import { flat } from '../../../std/json-text.js';
import { memoize } from '../../../std/memoize.js';

// Values of these rows are plain: names of namespaces, numbers, and parsed addresses and networks.

type Destination = Exclude<MarkIntent['destination'], 'none'>;

const OWNER = OWNER_TYPE.mark;

function priorityOf({ order }: Pick<MarkIntent, 'order'>): number {
  return QOS_PRIORITY.firstRule - order;
}

/** Returns the start of the keys of an order's rules. In byte order of these starts, all keys are in order. */
export function ruleKeyStart(order: number): string {
  // Priority before name, because the identity of a rule differs from that of its address sets.
  return flat(`${objectId(OWNER, priorityOf({ order }))}:`);
}

/** Address set whose members a rule marks. */
export interface SourceSet {
  readonly family: Family;
  readonly key: string;
}

/** Set of the first family, and that of the other one if the cluster has one. */
export type SourceSets = readonly [SourceSet, SourceSet | undefined];

/** QoS rule that writes the value of a mark. */
export class MarkRow extends RowOfShape<MarkValues> {
  readonly key: string;
  readonly shape: RowShape<MarkValues>;
  readonly #intent: MarkIntent;
  readonly #destination: Destination;
  readonly #set: SourceSet;
  readonly #otherSet: SourceSet | undefined;

  /** `keyStart`: start of the keys of its order, or undefined for a release without ids, whose keys are matches. */
  constructor(keyStart: string | undefined, intent: MarkIntent, destination: Destination, sets: SourceSets) {
    super();
    const isNamed = keyStart === undefined;
    this.key = isNamed
      ? qosKey(priorityOf(intent), matchOf(destination, sets))
      : flat(keyStart + intent.source.namespace);
    this.shape = (isNamed ? namedShape : shapeWithIds)(priorityOf(intent));
    this.#intent = intent;
    this.#destination = destination;
    [this.#set, this.#otherSet] = sets;
  }

  get cause(): Cause {
    return this.#intent.cause;
  }

  get values(): MarkValues {
    const { source, dscp } = this.#intent;
    return [source.namespace, dscp, matchOf(this.#destination, [this.#set, this.#otherSet])];
  }
}

type MarkValues = readonly [namespace: string, dscp: number, match: string];

/** Return the shape of the rules of a priority. */
const shapeWithIds = memoize((priority: number) =>
  markShape(priority, (namespace) => objectIds(OWNER, ['priority', priority], ['name', namespace])),
);
const namedShape = memoize((priority: number) => markShape(priority, (EgressQoS) => ({ EgressQoS })));

function markShape(
  priority: number,
  identify: (namespace: string) => Readonly<Record<string, string>>,
): RowShape<MarkValues> {
  return new RowShape('QoS', ([namespace, dscp, match]) => ({
    action: { dscp },
    direction: 'to-lport',
    external_ids: identify(namespace),
    match,
    priority,
  }));
}

/** Returns the match of a rule. Without a destination, it names both families, even in a cluster with one. */
function matchOf(destination: Destination, [set, otherSet]: SourceSets): string {
  const clause = sourceClause(set);
  const source = otherSet ? `(${clause} || ${sourceClause(otherSet)})` : clause;
  if (!destination) return `(ip4.dst == 0.0.0.0/0 || ip6.dst == ::/0) && ${source}`;
  return `(${protocolOf(destination.prefix.family)}.dst == ${destination.text}) && ${source}`;
}

function sourceClause({ family, key }: SourceSet): string {
  return `${protocolOf(family)}.src == $${key}`;
}

/** Address set of a mark and family, without members. */
export class MarkSetRow extends RowOfShape<SetValues> {
  readonly key: string;
  readonly #intent: MarkIntent;
  readonly #family: Family;

  constructor(intent: MarkIntent, family: Family) {
    super();
    this.key = hashedName(objectId(OWNER, intent.source.namespace, priorityOf(intent), FAMILY_ID[family]));
    this.#intent = intent;
    this.#family = family;
  }

  get namespace(): string {
    return this.#intent.source.namespace;
  }

  get family(): Family {
    return this.#family;
  }

  /** Pods whose addresses are the members. */
  get pods(): MarkIntent['source']['pods'] {
    return this.#intent.source.pods;
  }

  get shape(): RowShape<SetValues> {
    return SET_SHAPES[this.#family];
  }

  get values(): SetValues {
    return [this.namespace, priorityOf(this.#intent), this.key];
  }
}

type SetValues = readonly [namespace: string, priority: number, name: string];

const SET_SHAPES = { IPv4: setShape('IPv4'), IPv6: setShape('IPv6') } as const;

function setShape(family: Family): RowShape<SetValues> {
  return new RowShape('Address_Set', ([namespace, priority, name]) => ({
    external_ids: objectIds(OWNER, ['name', namespace], ['priority', priority], ['ip-family', FAMILY_ID[family]]),
    name,
  }));
}

/** Members that pods of a zone add to the address sets of a family. */
export interface MarkMembers {
  readonly zone: string;
  readonly family: Family;
  readonly shape: RowShape<readonly []>;
}

/** Returns the members for addresses, of which there is at least one. */
export function membersOf(zone: string, family: Family, addresses: readonly string[]): MarkMembers {
  return { zone, family, shape: new RowShape('Address_Set', () => ({ addresses })) };
}

/** Members that a zone adds to an address set. */
export class MarkMembersRow extends RowOfShape<readonly []> {
  readonly key: string;
  readonly namespace: string;
  readonly #members: MarkMembers;

  constructor({ key, namespace }: MarkSetRow, members: MarkMembers) {
    super();
    this.key = key;
    this.namespace = namespace;
    this.#members = members;
  }

  get zone(): string {
    return this.#members.zone;
  }

  get shape(): RowShape<readonly []> {
    return this.#members.shape;
  }

  get values(): readonly [] {
    return NO_VALUES;
  }
}

const NO_VALUES = [] as const;
