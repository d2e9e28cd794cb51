import { protocolOf } from './address-family.js';
import type { Cause } from '../../../model/intent/cause.js';
import type { Destination, FilterRule, NamedAddresses, PortMatch } from '../../../model/intent/filter.js';
import type { Configuration } from '../../../model/configuration.js';
import type { Columns, TemplateRow } from '../../../model/northbound.js';
import type { Family } from '../../../net/address.js';
import { formatPrefix } from '../../../net/prefix.js';
import { ACL_LOGGING_METER, ACL_NAME_LENGTH, filterRowsOf } from '../../../ovn-kubernetes/filter-rows.js';
import {
  FAMILY_ID,
  ID_KEY,
  OWNER_CONTROLLER,
  type ObjectIds,
  hashedNameOf,
  objectId,
  objectIds,
} from '../../../ovn-kubernetes/object-ids.js';
import { OWNER_TYPE } from '../../../ovn-kubernetes/owner-types.js';

/** OVN-Kubernetes v1.3 writes protocols in this order, whatever that of the resource. */
const PROTOCOLS = ['UDP', 'TCP', 'SCTP'] as const;
/** How matches spell them. */
const FIELDS = { UDP: 'udp', TCP: 'tcp', SCTP: 'sctp' } as const;

/** What the ACLs of a kind in a namespace have in common. */
export interface Frame {
  readonly configuration: Configuration;
  readonly portGroup: string;
  readonly tier: number;
  readonly firstPriority: number;
  /** What their keys and names begin with. */
  readonly key: string;
  readonly name: string;
  /** Their text between the verdict and the index of the rule, and from there to the index again. */
  readonly toKey: string;
  readonly toIndex: string;
}

/** Prepares the rows of a kind of filters on the pods of a namespace. */
export function frameOf(kind: string, namespace: string, portGroup: string, configuration: Configuration): Frame {
  const { prefix, tier, firstPriority } = filterRowsOf(kind);
  const key = `${objectId(kind, namespace)}:`;
  return {
    configuration,
    portGroup,
    tier,
    firstPriority,
    key,
    name: `${prefix}:${namespace}:`,
    toKey: `",
        "direction": "to-lport",
        "external_ids": {
          "${ID_KEY.id}": "${key}`,
    toIndex: `",
          "${ID_KEY.name}": "${namespace}",
          "${ID_KEY.ownerController}": "${OWNER_CONTROLLER}",
          "${ID_KEY.ownerType}": "${kind}",
          "rule-index": "`,
  };
}

/**
 * The ACL of a rule, whose owner type is the kind of its resource. A class, because its key, its columns and its text must be
 * made when they are asked for and not before: a hundred thousand finished rows that wait for their turn cost the garbage
 * collector more than all the work on them.
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

  /** The columns again: nothing that they are made of needs escaping in JSON. */
  render(): string {
    const { order, verdict, log } = this.#rule;
    const { tier, firstPriority, toKey, toIndex } = this.#frame;
    return `{
        "action": "${verdict}${toKey}${order}${toIndex}${order}"
        },${log ? '\n        "log": true,' : ''}
        "match": "${this.#match()}",
        "meter": "${ACL_LOGGING_METER}",
        "name": "${this.#name()}",
        "priority": ${firstPriority - order},${log ? `\n        "severity": "${log}",` : ''}
        "tier": ${tier}
      }`;
  }

  #name(): string {
    const name = `${this.#frame.name}${this.#rule.order}`;
    return name.length > ACL_NAME_LENGTH ? name.slice(0, ACL_NAME_LENGTH) : name;
  }

  #match(): string {
    const { destinations, ports } = this.#rule;
    const { portGroup, configuration } = this.#frame;
    let clauses = '';
    for (const destination of destinations) {
      clauses += `${clauses === '' ? '' : ' || '}${clauseOf(destination, configuration)}`;
    }
    return `(${clauses}) && inport == @${portGroup}${portClause(ports)}`;
  }
}

function clauseOf(destination: Destination, configuration: Configuration): string {
  switch (destination.type) {
    case 'prefix': {
      const field = `${protocolOf(destination.prefix.family)}.dst`;
      const clause = `${field} == ${destination.text}`;
      if (destination.except.length === 0) return clause;
      return `${clause} && ${destination.except.map((prefix) => `${field} != ${formatPrefix(prefix)}`).join('&&')}`;
    }
    case 'address':
      return `${protocolOf(destination.address.family)}.dst == ${destination.address.text}`;
    case 'name':
      return configuration.ipFamilies
        .map((family) => `${protocolOf(family)}.dst == $${hashedNameOf(nameIds(destination.set, family))}`)
        .join(' || ');
  }
}

/** The blanks inside the parentheses are upstream's. */
function portClause(ports: readonly PortMatch[]): string {
  if (ports.length === 0) return '';
  let groups = '';
  for (const protocol of PROTOCOLS) {
    const group = portGroup(ports, protocol);
    if (group !== '') groups += `${groups === '' ? '' : ' || '}${group}`;
  }
  return ` && (${groups})`;
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

/** The identity of the address set of a DNS name. */
export function nameIds({ name }: NamedAddresses, family: Family): ObjectIds {
  return objectIds(OWNER_TYPE.names, ['name', name], ['ip-family', FAMILY_ID[family]]);
}
