import { protocolOf } from './address-family.js';
import type { Cause } from '../../../model/intent/cause.js';
import type { MarkIntent } from '../../../model/intent/mark.js';
import type { Columns, Row } from '../../../model/northbound.js';
import type { Family } from '../../../net/address.js';
import { renderList } from '../../../northbound/row-text.js';
import {
  FAMILY_ID,
  ID_KEY,
  OWNER_CONTROLLER,
  type ObjectIds,
  hashedName,
  objectId,
  objectIds,
} from '../../../ovn-kubernetes/object-ids.js';
import { OWNER_TYPE } from '../../../ovn-kubernetes/owner-types.js';
import { QOS_PRIORITY } from '../../../ovn-kubernetes/priorities.js';

// Rows of marks are classes for the same reason as those of filters. Nothing that their texts are made of needs escaping in
// JSON: names of namespaces, numbers, and addresses and networks as they were parsed.

type Destination = Exclude<MarkIntent['destination'], 'none'>;

const OWNER = OWNER_TYPE.mark;

/** The name of the address set of a mark and family. */
export function markSetName(intent: MarkIntent, family: Family): string {
  return hashedName(setId(intent, family));
}

function setId(intent: MarkIntent, family: Family): string {
  return objectId(OWNER, intent.source.namespace, priorityOf(intent), FAMILY_ID[family]);
}

function priorityOf({ order }: MarkIntent): number {
  return QOS_PRIORITY.firstRule - order;
}

/** The rule that writes the value of a mark. */
export class MarkRow implements Row {
  readonly key: string;
  readonly cause: Cause;
  readonly #intent: MarkIntent;
  readonly #destination: Destination;
  readonly #families: readonly Family[];
  readonly #sets: readonly string[];

  /** `sets` are the names of the address sets of the families. */
  constructor(intent: MarkIntent, destination: Destination, families: readonly Family[], sets: readonly string[]) {
    // Priority and name change places: the identity of the row is not that of its address sets.
    this.key = objectId(OWNER, priorityOf(intent), intent.source.namespace);
    this.cause = intent.cause;
    this.#intent = intent;
    this.#destination = destination;
    this.#families = families;
    this.#sets = sets;
  }

  get columns(): Columns {
    const { source, dscp } = this.#intent;
    const priority = priorityOf(this.#intent);
    return {
      action: { dscp },
      direction: 'to-lport',
      external_ids: objectIds(OWNER, ['priority', priority], ['name', source.namespace]),
      match: this.#match(),
      priority,
    };
  }

  /** The columns again. */
  render(): string {
    const { source, dscp } = this.#intent;
    const priority = priorityOf(this.#intent);
    return `{
        "action": { "dscp": ${dscp} },
        "direction": "to-lport",
        "external_ids": {${idLines(this.key, source.namespace)},
          "priority": "${priority}"
        },
        "match": "${this.#match()}",
        "priority": ${priority}
      }`;
  }

  #match(): string {
    return `(${destinationClause(this.#destination)}) && ${sourceClause(this.#families, this.#sets)}`;
  }
}

/** Without a destination both families are named, whatever the cluster has. */
function destinationClause(destination: Destination): string {
  if (!destination) return 'ip4.dst == 0.0.0.0/0 || ip6.dst == ::/0';
  return `${protocolOf(destination.prefix.family)}.dst == ${destination.text}`;
}

function sourceClause(families: readonly Family[], names: readonly string[]): string {
  const clauses = families.map((family, index) => `${protocolOf(family)}.src == $${names[index] ?? ''}`);
  return clauses.length === 1 ? clauses.join() : `(${clauses.join(' || ')})`;
}

/** The address set of a mark and family, without members. */
export class MarkSetRow implements Row {
  readonly key: string;
  readonly namespace: string;
  readonly #intent: MarkIntent;
  readonly #family: Family;

  constructor(name: string, intent: MarkIntent, family: Family) {
    this.key = name;
    this.namespace = intent.source.namespace;
    this.#intent = intent;
    this.#family = family;
  }

  get columns(): Columns {
    return { external_ids: this.#ids(), name: this.key };
  }

  /** The columns again. */
  render(): string {
    const id = setId(this.#intent, this.#family);
    return `{
        "external_ids": {
          "ip-family": "${FAMILY_ID[this.#family]}",${idLines(id, this.namespace)},
          "priority": "${priorityOf(this.#intent)}"
        },
        "name": "${this.key}"
      }`;
  }

  #ids(): ObjectIds {
    const family = FAMILY_ID[this.#family];
    return objectIds(OWNER, ['name', this.namespace], ['priority', priorityOf(this.#intent)], ['ip-family', family]);
  }
}

function idLines(id: string, namespace: string): string {
  return `
          "${ID_KEY.id}": "${id}",
          "${ID_KEY.name}": "${namespace}",
          "${ID_KEY.ownerController}": "${OWNER_CONTROLLER}",
          "${ID_KEY.ownerType}": "${OWNER}"`;
}

/** What pods of a zone add to the address set of a family. */
export interface Members {
  readonly family: Family;
  readonly columns: Columns;
  /** The columns as text. */
  readonly text: string;
}

/** The members that addresses make; there is one at least. */
export function membersOf(family: Family, addresses: readonly string[]): Members {
  return { family, columns: { addresses }, text: `{\n        "addresses": ${renderList(addresses)}\n      }` };
}

/** What a zone adds to the address set of a mark and family. */
export class MarkMembersRow implements Row {
  readonly key: string;
  readonly namespace: string;
  readonly #members: Members;

  constructor(name: string, namespace: string, members: Members) {
    this.key = name;
    this.namespace = namespace;
    this.#members = members;
  }

  get columns(): Columns {
    return this.#members.columns;
  }

  /** The columns again. */
  render(): string {
    return this.#members.text;
  }
}
