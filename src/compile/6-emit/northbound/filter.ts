import { protocolOf } from './address-family.js';
import type { Cause } from '../../../model/intent/cause.js';
import type { Destination, FilterIntent, NamedAddresses, PortMatch } from '../../../model/intent/filter.js';
import type { Configuration } from '../../../model/configuration.js';
import type { Columns, Row } from '../../../model/northbound.js';
import type { Family } from '../../../net/address.js';
import { formatPrefix } from '../../../net/prefix.js';
import { ACL_LOGGING_METER, ACL_NAME_LENGTH, filterRowsOf } from '../../../ovn-kubernetes/filter-rows.js';
import { addressSetRow } from './address-set.js';
import { type ObjectIds, objectIds, hashedNameOf, FAMILY_ID } from '../../../ovn-kubernetes/object-ids.js';
import { OWNER_TYPE } from '../../../ovn-kubernetes/owner-types.js';
import { namespacePortGroupName } from './port-group.js';
import { byKey } from './keys.js';

/** Rows of filters: the same in every zone. */
export interface FilterRows {
  readonly acls: readonly Row[];
  readonly addressSets: readonly Row[];
  /** Namespace → keys of its ACLs, sorted. */
  readonly aclKeys: ReadonlyMap<string, readonly string[]>;
}

/** OVN-Kubernetes v1.3 writes protocols in this order, whatever that of the resource. */
const PROTOCOLS = ['UDP', 'TCP', 'SCTP'] as const;

/** An ACL for each filter, and the address sets of the DNS names that they mention. */
export function emitFilters(intents: readonly FilterIntent[], configuration: Configuration): FilterRows {
  const groups = new Map<string, FilterIntent[]>();
  const names = new Map<string, NamedAddresses>();
  for (const intent of intents) {
    const { namespace } = intent.source;
    const group = groups.get(namespace);
    if (group) group.push(intent);
    else groups.set(namespace, [intent]);
    for (const destination of intent.destinations) {
      if (destination.type === 'name') names.set(destination.set.name, destination.set);
    }
  }
  const acls: Row[] = [];
  const aclKeys = new Map<string, readonly string[]>();
  // Sorting namespaces with the colon that ends them in a key gives the byte order of all keys.
  for (const [namespace, group] of [...groups].sort(([a], [b]) => (`${a}:` < `${b}:` ? -1 : 1))) {
    const portGroup = namespacePortGroupName(namespace);
    const rows = group.map((intent) => new FilterRow(intent, portGroup, configuration)).sort(byKey);
    for (const row of rows) acls.push(row);
    aclKeys.set(
      namespace,
      rows.map(({ key }) => key),
    );
  }
  return {
    acls,
    addressSets: [...names.values()].flatMap((set) => namedSets(set, configuration)).sort(byKey),
    aclKeys,
  };
}

/**
 * The ACL of a filter. A class, because its columns must be made when they are asked for and not before: a hundred
 * thousand finished rows that wait for their turn cost the garbage collector more than all the work on them.
 */
class FilterRow implements Row {
  readonly key: string;
  readonly cause: Cause;
  readonly #intent: FilterIntent;
  readonly #portGroup: string;
  readonly #configuration: Configuration;

  constructor(intent: FilterIntent, portGroup: string, configuration: Configuration) {
    this.#intent = intent;
    this.#portGroup = portGroup;
    this.#configuration = configuration;
    this.key = idsOf(intent)['k8s.ovn.org/id'];
    this.cause = intent.cause;
  }

  get columns(): Columns {
    const { source, order, verdict, destinations, ports, log, cause } = this.#intent;
    const { prefix, tier, firstPriority } = filterRowsOf(cause.kind);
    const clauses = destinations.map((destination) => clauseOf(destination, this.#configuration)).join(' || ');
    const columns: Columns = {
      action: verdict,
      direction: 'to-lport',
      external_ids: idsOf(this.#intent),
      match: `(${clauses}) && inport == @${this.#portGroup}${portClause(ports)}`,
      meter: ACL_LOGGING_METER,
      name: `${prefix}:${source.namespace}:${order}`.slice(0, ACL_NAME_LENGTH),
      priority: firstPriority - order,
      tier,
    };
    return log ? { ...columns, log: true, severity: log } : columns;
  }
}

/** The owner type of a filter's rows is the kind of its resource. */
function idsOf({ source, order, cause }: FilterIntent): ObjectIds {
  return objectIds(cause.kind, ['name', source.namespace], ['rule-index', order]);
}

function clauseOf(destination: Destination, configuration: Configuration): string {
  switch (destination.type) {
    case 'prefix': {
      const field = `${protocolOf(destination.prefix.family)}.dst`;
      const cuts = destination.except.map((prefix) => `${field} != ${formatPrefix(prefix)}`).join('&&');
      return `${field} == ${destination.text}${cuts === '' ? '' : ` && ${cuts}`}`;
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
  const groups = PROTOCOLS.flatMap((protocol) => {
    const name = protocol.toLowerCase();
    const own = ports.filter((port) => port.protocol === protocol);
    if (own.length === 0) return [];
    if (own.some(({ port }) => port === undefined)) return [`(${name})`];
    return [`(${name} && ( ${own.map(({ port }) => `${name}.dst == ${port ?? ''}`).join(' || ')} ))`];
  });
  return ` && (${groups.join(' || ')})`;
}

function nameIds({ name }: NamedAddresses, family: Family): ObjectIds {
  return objectIds(OWNER_TYPE.names, ['name', name], ['ip-family', FAMILY_ID[family]]);
}

function namedSets(set: NamedAddresses, { ipFamilies }: Configuration): Row[] {
  return ipFamilies.map((family) => addressSetRow(nameIds(set, family), set.addresses, family));
}
