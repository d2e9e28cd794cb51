import { once } from '../std/memoize.js';
import type { Columns } from '../model/northbound.js';
import type { Cause } from '../model/intent/cause.js';
import { readColumnText, readEntry } from '../northbound/row-columns.js';
import { ID_KEY, LOAD_BALANCER_KEY, OWNER_CONTROLLER } from '../ovn-kubernetes/object-ids.js';
import { OWNER_TYPE } from '../ovn-kubernetes/owner-types.js';
import { describeEffect, setsIn } from './effect.js';
import { type Explained, type SubjectExplanation, type SourceObject, sourceObjectsOf } from './explanation.js';
import type { LoggedPacket } from '../observed/acl-log.js';
import type { CompiledInput } from '../model/compiled-input.js';
import type { MadeRow, RowFinder } from './made-rows.js';

/** Explains rows. */
export interface RowExplainer {
  /** With a packet, only resources that select its pod count as further sources. */
  readonly explainRow: (made: MadeRow, packet?: LoggedPacket) => Explained;
  /** Explains all rows with a name. */
  readonly explainName: (name: string, table?: string) => SubjectExplanation;
}

/** Creates an explainer of the rows of a finder. */
export function createRowExplainer({ intents, cluster }: CompiledInput, finder: RowFinder): RowExplainer {
  const usersOf = once(() => indexUsers(finder));
  const explainRow = (made: MadeRow, packet?: LoggedPacket): Explained => {
    const { table, row, zones, state } = made;
    const { key, columns } = row;
    const isEverywhere = zones.length > 1 && zones.length === cluster.zones.size;
    const sets = setsIn(columns).flatMap((written) => describeSet(written, finder));
    return {
      title: `${table} ${key}`,
      where: isEverywhere ? ['all zones'] : zones.map((zone) => `zone ${zone}`),
      isManagedByWeir: state !== 'base',
      sources: sourcesOfRow(made, packet),
      effects: [
        ...(state === 'removed' ? ['must not exist, Weir removes it'] : describeEffect(table, columns)),
        ...sets,
      ],
    };
  };
  return {
    explainRow,
    explainName: (name, table) => {
      const found = finder.find(name, table);
      return {
        answers: found.map((made) => explainRow(made)),
        notes: found.length === 0 ? [missing(name, table)] : [],
      };
    },
  };

  function sourcesOfRow({ table, row }: MadeRow, packet: LoggedPacket | undefined): SourceObject[] {
    if (row.cause) return withIsolating(row.cause, row.columns, packet);
    const users = table === 'Address_Set' || table === 'Port_Group' ? (usersOf().get(row.key) ?? []) : [];
    const own = inventoryObject(row.columns, row.namespace);
    return [...(own ? [own] : []), ...sourceObjectsOf(users, 'user')];
  }

  /** Returns the policy of a default deny, and the others that isolate pods in the same direction. */
  function withIsolating(cause: Cause, columns: Columns, packet: LoggedPacket | undefined): SourceObject[] {
    const id = (key: string): string | undefined => readEntry(columns, 'external_ids', key);
    if (id(ID_KEY.ownerType) !== OWNER_TYPE.defaultDeny) return sourceObjectsOf([cause]);
    const direction = id('direction');
    const address = direction === 'Ingress' ? packet?.destination : packet?.source;
    const isolating = intents.filter(
      (intent) =>
        intent.effect === 'policy' &&
        intent.layer === 'namespaced' &&
        intent.cause.namespace === cause.namespace &&
        intent.isolates.some((one) => one === direction) &&
        (address === undefined ||
          intent.subject.pods.some((pod) => pod.addresses.some(({ text }) => text === address))),
    );
    const others = isolating.map((intent) => intent.cause).filter((one) => one !== cause);
    return [...sourceObjectsOf([cause]), ...sourceObjectsOf(others, 'also')];
  }

  /** Returns the object of the cluster that a row without a resource is for. */
  function inventoryObject(columns: Columns, namespace = ''): SourceObject | undefined {
    const id = (key: string): string => readEntry(columns, 'external_ids', key) ?? '';
    const owner = id(LOAD_BALANCER_KEY.owner);
    if (id(LOAD_BALANCER_KEY.kind) === 'Service' && owner.includes('/')) {
      const [space = '', name = ''] = owner.split('/');
      return located('Service', space, name, cluster.services.get(owner)?.manifest);
    }
    if (id('pod') === 'true' && id('namespace') !== '') {
      const space = id('namespace');
      const name = readColumnText(columns, 'name').slice(space.length + 1);
      const pod = cluster.podsByNamespace.get(space)?.find((one) => one.name === name);
      return located('Pod', space, name, pod);
    }
    if (namespace === '') return undefined;
    return located('Namespace', '', namespace, cluster.namespaces.get(namespace)?.manifest);
  }
}

function located(
  kind: string,
  namespace: string,
  name: string,
  manifest: { readonly origin: NonNullable<SourceObject['location']>['origin'] } | undefined,
): SourceObject {
  const location = manifest ? { location: { origin: manifest.origin, pointer: '/metadata/name' } } : {};
  return { kind, namespace, name, role: 'inventory', ...location };
}

/** Returns name of a set → resources of the rows that match it. */
function indexUsers({ rowsOf }: RowFinder): ReadonlyMap<string, readonly Cause[]> {
  const users = new Map<string, Cause[]>();
  for (const table of ['ACL', 'QoS', 'Logical_Router_Policy', 'NAT']) {
    for (const { row } of rowsOf(table)) {
      if (!row.cause) continue;
      for (const written of setsIn(row.columns)) {
        const name = written.slice(1);
        const known = users.get(name);
        if (known) known.push(row.cause);
        else users.set(name, [row.cause]);
      }
    }
  }
  return users;
}

function describeSet(written: string, { find }: RowFinder): string[] {
  const [made] = find(written.slice(1));
  if (!made) return [];
  const { table, row } = made;
  const id = readEntry(row.columns, 'external_ids', ID_KEY.id);
  return [`${written}: ${[...(id === undefined ? [] : [id]), ...describeEffect(table, row.columns)].join(', ')}`];
}

function missing(name: string, table = 'row'): string {
  const [controller = '', type = '', object = ''] = name.split(':');
  if (!controller.endsWith('-controller')) return `not Weir's: the input has no ${table} '${name}'`;
  if (controller !== OWNER_CONTROLLER) {
    return `not Weir's: '${name}' belongs to ${controller}, and Weir compiles only ${OWNER_CONTROLLER}`;
  }
  const owner = [`owner type ${type}`, ...(object === '' ? [] : [`name ${object}`])].join(', ');
  return `not Weir's: the input has no ${table} '${name}' (${owner})`;
}
