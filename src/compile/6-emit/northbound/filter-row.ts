import { protocolOf } from './address-family.js';
import type { Cause } from '../../../model/intent/cause.js';
import type { Destination, FilterRule, NamedAddresses, PortMatch } from '../../../model/intent/filter.js';
import type { Configuration } from '../../../model/configuration.js';
import type { Columns, RowIdentity, TemplateRow } from '../../../model/northbound.js';
import type { Family } from '../../../net/address.js';
import { formatPrefix } from '../../../net/prefix.js';
import { ACL_LOGGING_METER, ACL_NAME_LENGTH, filterRowsOf } from '../../../ovn-kubernetes/filter-rows.js';
import {
  FAMILY_ID,
  ID_KEY,
  OWNER_CONTROLLER,
  byHashedName,
  objectId,
  objectIds,
} from '../../../ovn-kubernetes/object-ids.js';
import { flat } from '../../../std/json-text.js';
import { OWNER_TYPE } from '../../../ovn-kubernetes/owner-types.js';

/** Protocols in the order in which OVN-Kubernetes writes them, regardless of the resource. */
const PROTOCOLS = ['UDP', 'TCP', 'SCTP'] as const;
/** Protocol names in matches. */
const FIELDS = { UDP: 'udp', TCP: 'tcp', SCTP: 'sctp' } as const;

/** Common data of the ACLs of a kind in a namespace. Its texts are flat, because each row contains them. */
export interface Frame {
  readonly configuration: Configuration;
  readonly tier: number;
  readonly firstPriority: number;
  /** Start of their keys and names. */
  readonly key: string;
  readonly name: string;
  /** Text after the destinations in their matches. */
  readonly ofPods: string;
  /** Row texts: up to the index of the rule for each verdict, from there to the index again, and after the priority. */
  readonly toAllowed: string;
  readonly toDropped: string;
  readonly toIndex: string;
  readonly toEnd: string;
}

/** Text from the index of a rule to its match. */
const TO_MATCH = `"
        },
        "match": "`;
const TO_LOGGED_MATCH = `"
        },
        "log": true,
        "match": "`;
/** Text from the match to the name. */
const TO_NAME = `",
        "meter": "${ACL_LOGGING_METER}",
        "name": "`;
/** Text from the name to the priority. */
const TO_PRIORITY = `",
        "priority": `;

/** Creates the common data for a kind of filters on the pods of a namespace. */
export function frameOf(kind: string, namespace: string, portGroup: string, configuration: Configuration): Frame {
  const { prefix, tier, firstPriority } = filterRowsOf(kind);
  const key = flat(`${objectId(kind, namespace)}:`);
  const name = flat(`${prefix}:${namespace}:`);
  const toKey = (verdict: FilterRule['verdict']): string =>
    flat(`{
        "action": "${verdict}",
        "direction": "to-lport",
        "external_ids": {
          "${ID_KEY.id}": "${key}`);
  return {
    configuration,
    tier,
    firstPriority,
    key,
    name,
    ofPods: flat(`) && inport == @${portGroup}`),
    toAllowed: toKey('allow'),
    toDropped: toKey('drop'),
    toIndex: flat(`",
          "${ID_KEY.name}": "${namespace}",
          "${ID_KEY.ownerController}": "${OWNER_CONTROLLER}",
          "${ID_KEY.ownerType}": "${kind}",
          "rule-index": "`),
    toEnd: flat(`
        "tier": ${tier}
      }`),
  };
}

/**
 * ACL of a rule. Its owner type is the kind of its resource. A class, because its key, its columns and its text must be
 * computed on access. Otherwise 100,000 finished rows would cost the garbage collector more than all other work on
 * them.
 */
export class FilterRow implements TemplateRow {
  readonly #rule: FilterRule;
  readonly #frame: Frame;

  constructor(rule: FilterRule, frame: Frame) {
    this.#rule = rule;
    this.#frame = frame;
  }

  get key(): string {
    return `${this.#frame.key}${this.#rule.order}`;
  }

  get cause(): Cause {
    return this.#rule.cause;
  }

  get columns(): Columns {
    const { source, order, verdict, log, cause } = this.#rule;
    const { tier, firstPriority } = this.#frame;
    const columns: Columns = {
      action: verdict,
      direction: 'to-lport',
      external_ids: objectIds(cause.kind, ['name', source.namespace], ['rule-index', order]),
      match: this.#match(),
      meter: ACL_LOGGING_METER,
      name: this.#name(),
      priority: firstPriority - order,
      tier,
    };
    return log ? { ...columns, log: true, severity: log } : columns;
  }

  /** Returns the columns as text. Nothing in them needs JSON escaping. Each piece costs time, so there are few. */
  render(): string {
    const { order, verdict, log } = this.#rule;
    const { firstPriority, toAllowed, toDropped, toIndex, toEnd } = this.#frame;
    const index = `${order}`;
    const toMatch = log ? TO_LOGGED_MATCH : TO_MATCH;
    const toKey = verdict === 'allow' ? toAllowed : toDropped;
    const start = toKey + index + toIndex + index + toMatch + this.#match();
    const severity = log ? `,\n        "severity": "${log}",` : ',';
    return `${start}${TO_NAME}${this.#name()}${TO_PRIORITY}${firstPriority - order}${severity}${toEnd}`;
  }

  #name(): string {
    const name = `${this.#frame.name}${this.#rule.order}`;
    return name.length > ACL_NAME_LENGTH ? name.slice(0, ACL_NAME_LENGTH) : name;
  }

  #match(): string {
    const { destinations, ports } = this.#rule;
    const { ofPods, configuration } = this.#frame;
    let clauses = '(';
    for (const destination of destinations) {
      if (clauses !== '(') clauses += ' || ';
      clauses += clauseOf(destination, configuration);
    }
    return clauses + ofPods + portClause(ports);
  }
}

/** Field of a destination in a match (ovn-sb(5)). */
const DESTINATION_FIELDS = { IPv4: `${protocolOf('IPv4')}.dst`, IPv6: `${protocolOf('IPv6')}.dst` };

function clauseOf(destination: Destination, configuration: Configuration): string {
  switch (destination.type) {
    case 'prefix': {
      const field = DESTINATION_FIELDS[destination.prefix.family];
      const clause = `${field} == ${destination.text}`;
      if (destination.except.length === 0) return clause;
      return `${clause} && ${destination.except.map((prefix) => `${field} != ${formatPrefix(prefix)}`).join('&&')}`;
    }
    case 'address':
      return `${DESTINATION_FIELDS[destination.address.family]} == ${destination.address.text}`;
    case 'name':
      return configuration.ipFamilies
        .map((family) => `${DESTINATION_FIELDS[family]} == $${namedSet(destination.set, family).key}`)
        .join(' || ');
  }
}

/** Returns the clause for ports. The blanks inside the parentheses are upstream's. */
function portClause(ports: readonly PortMatch[]): string {
  const [first] = ports;
  if (!first) return '';
  if (ports.length === 1) return ` && (${portGroup(ports, first.protocol)})`;
  const groups = PROTOCOLS.map((protocol) => portGroup(ports, protocol)).filter((group) => group !== '');
  return ` && (${groups.join(' || ')})`;
}

function portGroup(ports: readonly PortMatch[], protocol: PortMatch['protocol']): string {
  const name = FIELDS[protocol];
  let clauses = '';
  for (const { protocol: own, port } of ports) {
    if (own !== protocol) continue;
    if (port === undefined) return `(${name})`;
    clauses += `${clauses === '' ? '' : ' || '}${name}.dst == ${port}`;
  }
  return clauses === '' ? '' : `(${name} && ( ${clauses} ))`;
}

/** Returns the identity of the address set of a DNS name. */
export function namedSet({ name }: NamedAddresses, family: Family): RowIdentity {
  return byHashedName(objectIds(OWNER_TYPE.names, ['name', name], ['ip-family', FAMILY_ID[family]]));
}
