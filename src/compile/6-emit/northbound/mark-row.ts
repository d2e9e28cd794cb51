import { protocolOf } from './address-family.js';
import { deferRow } from './deferred-row.js';
import { qosKey } from './keys.js';
import type { Cause } from '../../../model/intent/cause.js';
import type { MarkIntent } from '../../../model/intent/mark.js';
import type { Columns, Row } from '../../../model/northbound.js';
import type { Family } from '../../../net/address.js';
import { renderList } from '../../../northbound/row-text.js';
import {
  FAMILY_ID,
  ID_KEY,
  OWNER_CONTROLLER,
  hashedName,
  objectId,
  objectIds,
} from '../../../ovn-kubernetes/object-ids.js';
import { OWNER_TYPE } from '../../../ovn-kubernetes/owner-types.js';
import { QOS_PRIORITY } from '../../../ovn-kubernetes/priorities.js';
import { flat } from '../../../std/json-text.js';

// Rows of marks are classes for the same reason as those of filters. Nothing in their texts needs JSON escaping: names
// of namespaces, numbers, and parsed addresses and networks. Common text is in few pieces, because a row of few pieces
// is joined faster.

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
export class MarkRow implements Row {
  readonly key: string;
  readonly cause: Cause;
  readonly #intent: MarkIntent;
  readonly #destination: Destination;
  readonly #set: SourceSet;
  readonly #otherSet: SourceSet | undefined;

  /** `keyStart` is the start of the keys of its order. */
  constructor(keyStart: string, intent: MarkIntent, destination: Destination, [set, otherSet]: SourceSets) {
    this.key = flat(keyStart + intent.source.namespace);
    this.cause = intent.cause;
    this.#intent = intent;
    this.#destination = destination;
    this.#set = set;
    this.#otherSet = otherSet;
  }

  get columns(): Columns {
    const priority = priorityOf(this.#intent);
    const ids = objectIds(OWNER, ['priority', priority], ['name', this.#intent.source.namespace]);
    return columnsOf(this.#intent, ids, matchOf(this.#destination, [this.#set, this.#otherSet]));
  }

  /** Returns the columns as text. */
  render(): string {
    const { source, dscp } = this.#intent;
    const priority = priorityOf(this.#intent);
    const ids = `${BEFORE_ID}${this.key}${BEFORE_NAME}${source.namespace}${BEFORE_PRIORITY}${priority}`;
    const match = matchOf(this.#destination, [this.#set, this.#otherSet]);
    return `${BEFORE_DSCP}${dscp}${ids}${BEFORE_MATCH}${match}${BEFORE_COLUMN}${priority}${END}`;
  }
}

/**
 * Returns the same rule for releases without ids. It is identified by its match, and has the namespace of the resource.
 */
export function namedMarkRow(intent: MarkIntent, destination: Destination, sets: SourceSets): Row {
  const match = matchOf(destination, sets);
  const { source, cause } = intent;
  const columns = (): Columns => columnsOf(intent, { EgressQoS: source.namespace }, match);
  return deferRow({ key: qosKey(priorityOf(intent), match), columns, cause });
}

function columnsOf(intent: MarkIntent, external_ids: Readonly<Record<string, string>>, match: string): Columns {
  return {
    action: { dscp: intent.dscp },
    direction: 'to-lport',
    external_ids,
    match,
    priority: priorityOf(intent),
  };
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

const BEFORE_DSCP = `{
        "action": { "dscp": `;
const BEFORE_ID = flat(` },
        "direction": "to-lport",
        "external_ids": {
          "${ID_KEY.id}": "`);
const BEFORE_NAME = flat(`",
          "${ID_KEY.name}": "`);
const BEFORE_PRIORITY = flat(`",
          "${ID_KEY.ownerController}": "${OWNER_CONTROLLER}",
          "${ID_KEY.ownerType}": "${OWNER}",
          "priority": "`);
const BEFORE_MATCH = `"
        },
        "match": "`;
const BEFORE_COLUMN = `",
        "priority": `;
const END = `
      }`;

/** Address set of a mark and family, without members. */
export class MarkSetRow implements Row {
  readonly key: string;
  readonly namespace: string;
  readonly #intent: MarkIntent;
  readonly #family: Family;

  constructor(intent: MarkIntent, family: Family) {
    const { namespace } = intent.source;
    this.key = hashedName(setId(namespace, priorityOf(intent), family));
    this.namespace = namespace;
    this.#intent = intent;
    this.#family = family;
  }

  get family(): Family {
    return this.#family;
  }

  /** Pods whose addresses are the members. */
  get pods(): MarkIntent['source']['pods'] {
    return this.#intent.source.pods;
  }

  get columns(): Columns {
    const family = FAMILY_ID[this.#family];
    const priority = priorityOf(this.#intent);
    const ids = objectIds(OWNER, ['name', this.namespace], ['priority', priority], ['ip-family', family]);
    return { external_ids: ids, name: this.key };
  }

  /** Returns the columns as text. */
  render(): string {
    const priority = priorityOf(this.#intent);
    const id = setId(this.namespace, priority, this.#family);
    const ids = `${SET_START[this.#family]}${id}${BEFORE_NAME}${this.namespace}${BEFORE_PRIORITY}${priority}`;
    return `${ids}${BEFORE_SET_NAME}${this.key}${SET_END}`;
  }
}

function setId(namespace: string, priority: number, family: Family): string {
  return `${SET_ID_START}${namespace}:${priority}:${FAMILY_ID[family]}`;
}

const SET_ID_START = flat(`${objectId(OWNER)}:`);
const SET_START = { IPv4: setStart('IPv4'), IPv6: setStart('IPv6') } as const;
const BEFORE_SET_NAME = `"
        },
        "name": "`;
const SET_END = `"
      }`;

function setStart(family: Family): string {
  return flat(`{
        "external_ids": {
          "ip-family": "${FAMILY_ID[family]}",
          "${ID_KEY.id}": "`);
}

/** Members that pods of a zone add to the address sets of a family. */
export interface MarkMembers {
  readonly zone: string;
  readonly family: Family;
  readonly columns: Columns;
  /** The columns as text. */
  readonly text: string;
}

/** Returns the members for addresses, of which there is at least one. */
export function membersOf(zone: string, family: Family, addresses: readonly string[]): MarkMembers {
  const text = flat(`{\n        "addresses": ${renderList(addresses)}\n      }`);
  return { zone, family, columns: { addresses }, text };
}

/** Members that a zone adds to an address set. */
export class MarkMembersRow implements Row {
  readonly key: string;
  readonly namespace: string;
  readonly #members: MarkMembers;

  constructor({ key, namespace }: MarkSetRow, members: MarkMembers) {
    this.key = key;
    this.namespace = namespace;
    this.#members = members;
  }

  get zone(): string {
    return this.#members.zone;
  }

  get columns(): Columns {
    return this.#members.columns;
  }

  /** Addresses are plain ASCII. */
  get bytes(): number {
    return this.#members.text.length;
  }

  /** Returns the columns as text. */
  render(): string {
    return this.#members.text;
  }
}
