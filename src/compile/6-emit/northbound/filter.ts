import { protocolOf } from './address-family.js';
import type { Cause } from '../../../model/intent/cause.js';
import type { Destination, FilterIntent, NamedAddresses, PortMatch } from '../../../model/intent/filter.js';
import type { Configuration } from '../../../model/configuration.js';
import { type Memo, noMemo } from '../../../model/memo.js';
import type { Columns, Row } from '../../../model/northbound.js';
import type { Family } from '../../../net/address.js';
import { formatPrefix } from '../../../net/prefix.js';
import { ACL_LOGGING_METER, ACL_NAME_LENGTH, filterRowsOf } from '../../../ovn-kubernetes/filter-rows.js';
import { addressSetRow } from './address-set.js';
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
/** How matches spell them. */
const FIELDS = { UDP: 'udp', TCP: 'tcp', SCTP: 'sctp' } as const;

/** An ACL for each filter, and the address sets of the DNS names that they mention. */
export function emitFilters(
  intents: readonly FilterIntent[],
  configuration: Configuration,
  memo: Memo = noMemo,
): FilterRows {
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
  const blocks: (readonly Row[])[] = [];
  const aclKeys = new Map<string, readonly string[]>();
  // Sorting namespaces with the colon that ends them in a key gives the byte order of all keys.
  for (const [namespace, group] of [...groups].sort(([a], [b]) => (`${a}:` < `${b}:` ? -1 : 1))) {
    const { rows, keys } = memo('rows of filters', namespace, [configuration, ...group], () =>
      emitNamespace(namespace, group, configuration),
    );
    blocks.push(rows);
    // The same keys are the same list: what depends on them alone stays.
    aclKeys.set(
      namespace,
      memo('keys of filters', namespace, keys, () => keys),
    );
  }
  const sets = [...names.values()];
  return {
    acls: memo('ACLs of filters', undefined, blocks, () => blocks.flat()),
    addressSets: memo('address sets of names', undefined, [configuration, ...sets], () =>
      sets.flatMap((set) => namedSets(set, configuration)).sort(byKey),
    ),
    aclKeys,
  };
}

/** The ACLs of a namespace and their keys, in byte order of the keys. */
function emitNamespace(
  namespace: string,
  filters: readonly FilterIntent[],
  configuration: Configuration,
): { readonly rows: readonly Row[]; readonly keys: readonly string[] } {
  const portGroup = namespacePortGroupName(namespace);
  const rows = filters.map((filter) => new FilterRow(filter, portGroup, configuration)).sort(byKey);
  return { rows, keys: rows.map(({ key }) => key) };
}

/**
 * The ACL of a filter, whose owner type is the kind of its resource. A class, because its columns and its text must be made
 * when they are asked for and not before: a hundred thousand finished rows that wait for their turn cost the garbage
 * collector more than all the work on them.
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
    this.key = objectId(intent.cause.kind, intent.source.namespace, intent.order);
    this.cause = intent.cause;
  }

  get columns(): Columns {
    const { source, order, verdict, log, cause } = this.#intent;
    const { tier, firstPriority } = filterRowsOf(cause.kind);
    const columns: Columns = {
      action: verdict,
      direction: 'to-lport',
      external_ids: objectIds(cause.kind, ['name', source.namespace], ['rule-index', order]),
      match: this.#match(),
      meter: ACL_LOGGING_METER,
      name: nameOf(this.#intent),
      priority: firstPriority - order,
      tier,
    };
    return log ? { ...columns, log: true, severity: log } : columns;
  }

  /** The columns again: nothing that they are made of needs escaping in JSON. */
  render(): string {
    const { source, order, verdict, log, cause } = this.#intent;
    const { tier, firstPriority } = filterRowsOf(cause.kind);
    return `{
        "action": "${verdict}",
        "direction": "to-lport",
        "external_ids": {
          "${ID_KEY.id}": "${this.key}",
          "${ID_KEY.name}": "${source.namespace}",
          "${ID_KEY.ownerController}": "${OWNER_CONTROLLER}",
          "${ID_KEY.ownerType}": "${cause.kind}",
          "rule-index": "${order}"
        },${log ? '\n        "log": true,' : ''}
        "match": "${this.#match()}",
        "meter": "${ACL_LOGGING_METER}",
        "name": "${nameOf(this.#intent)}",
        "priority": ${firstPriority - order},${log ? `\n        "severity": "${log}",` : ''}
        "tier": ${tier}
      }`;
  }

  #match(): string {
    const { destinations, ports } = this.#intent;
    let clauses = '';
    for (const destination of destinations) {
      clauses += `${clauses === '' ? '' : ' || '}${clauseOf(destination, this.#configuration)}`;
    }
    return `(${clauses}) && inport == @${this.#portGroup}${portClause(ports)}`;
  }
}

function nameOf({ source, order, cause }: FilterIntent): string {
  return `${filterRowsOf(cause.kind).prefix}:${source.namespace}:${order}`.slice(0, ACL_NAME_LENGTH);
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

function nameIds({ name }: NamedAddresses, family: Family): ObjectIds {
  return objectIds(OWNER_TYPE.names, ['name', name], ['ip-family', FAMILY_ID[family]]);
}

function namedSets(set: NamedAddresses, { ipFamilies }: Configuration): Row[] {
  return ipFamilies.map((family) => addressSetRow(nameIds(set, family), set.addresses, family));
}
