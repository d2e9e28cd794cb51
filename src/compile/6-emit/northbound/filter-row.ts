import { protocolOf } from './address-family.js';
import type { Cause } from '../../../model/intent/cause.js';
import type { Destination, FilterRule, NamedAddresses, PortMatch } from '../../../model/intent/filter.js';
import type { RowIdentity } from '../../../model/northbound.js';
import type { Family } from '../../../net/address.js';
import { formatPrefix } from '../../../net/prefix.js';
import { RowOfShape, RowShape } from '../../../northbound/row-shape.js';
import { ACL_LOGGING_METER, ACL_NAME_LENGTH, filterRowsOf } from '../../../ovn-kubernetes/filter-rows.js';
import { FAMILY_ID, byHashedName, objectId, objectIds } from '../../../ovn-kubernetes/object-ids.js';
import { flat } from '../../../std/json-text.js';
import { memoize } from '../../../std/memoize.js';
import { OWNER_TYPE } from '../../../ovn-kubernetes/owner-types.js';

/** Protocols in the order in which OVN-Kubernetes writes them, regardless of the resource. */
const PROTOCOLS = ['UDP', 'TCP', 'SCTP'] as const;
/** Protocol names in matches. */
const FIELDS = { UDP: 'udp', TCP: 'tcp', SCTP: 'sctp' } as const;

/** Common data of the ACLs of a kind in a namespace. */
export interface Frame {
  readonly families: readonly Family[];
  readonly firstPriority: number;
  /** Start of their keys and names. */
  readonly key: string;
  readonly name: string;
  /** Text after the destinations in their matches. */
  readonly ofPods: string;
  readonly shapes: ReturnType<typeof shapesOf>;
}

type Values = readonly [
  namespace: string,
  order: number,
  match: string,
  name: string,
  priority: number,
  severity: string,
];

/** Shapes of the ACLs of a kind. */
const shapesOf = memoize((kind: string) => {
  const { tier } = filterRowsOf(kind);
  const shape = (action: FilterRule['verdict'], isLogged: boolean): RowShape<Values> =>
    new RowShape('ACL', ([namespace, order, match, name, priority, severity]) => ({
      action,
      direction: 'to-lport',
      external_ids: objectIds(kind, ['name', namespace], ['rule-index', order]),
      match,
      meter: ACL_LOGGING_METER,
      name,
      priority,
      tier,
      ...(isLogged ? { log: true, severity } : {}),
    }));
  const shapes = (action: FilterRule['verdict']) => ({ silent: shape(action, false), logged: shape(action, true) });
  return { allow: shapes('allow'), drop: shapes('drop') };
});

/** Creates the common data for a kind of filters on the pods of a namespace. */
export function frameOf(kind: string, namespace: string, portGroup: string, families: readonly Family[]): Frame {
  const { prefix, firstPriority } = filterRowsOf(kind);
  return {
    families,
    firstPriority,
    key: flat(`${objectId(kind, namespace)}:`),
    name: flat(`${prefix}:${namespace}:`),
    ofPods: flat(`) && inport == @${portGroup}`),
    shapes: shapesOf(kind),
  };
}

/** ACL of a rule. Its owner type is the kind of its resource. Its values are plain. */
export class FilterRow extends RowOfShape<Values> {
  readonly #rule: FilterRule;
  readonly #frame: Frame;

  constructor(rule: FilterRule, frame: Frame) {
    super();
    this.#rule = rule;
    this.#frame = frame;
  }

  get key(): string {
    return `${this.#frame.key}${this.#rule.order}`;
  }

  get cause(): Cause {
    return this.#rule.cause;
  }

  get shape(): RowShape<Values> {
    const { silent, logged } = this.#frame.shapes[this.#rule.verdict];
    return this.#rule.log ? logged : silent;
  }

  get values(): Values {
    const { source, order, log = '' } = this.#rule;
    return [source.namespace, order, this.#match(), this.#name(), this.#frame.firstPriority - order, log];
  }

  #name(): string {
    const name = `${this.#frame.name}${this.#rule.order}`;
    return name.length > ACL_NAME_LENGTH ? name.slice(0, ACL_NAME_LENGTH) : name;
  }

  #match(): string {
    const { destinations, ports } = this.#rule;
    const { ofPods, families } = this.#frame;
    let clauses = '(';
    for (const destination of destinations) {
      if (clauses !== '(') clauses += ' || ';
      clauses += clauseOf(destination, families);
    }
    return clauses + ofPods + portClause(ports);
  }
}

/** Field of a destination in a match (ovn-sb(5)). */
const DESTINATION_FIELDS = { IPv4: `${protocolOf('IPv4')}.dst`, IPv6: `${protocolOf('IPv6')}.dst` };

function clauseOf(destination: Destination, families: readonly Family[]): string {
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
      return families
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
