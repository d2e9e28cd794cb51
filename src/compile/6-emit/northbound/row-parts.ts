import type { Db, Query } from '../../../engine/query.js';
import type { Node } from '../../../model/cluster.js';
import type { Row } from '../../../model/northbound.js';
import { hasNodeSwitch } from '../../../ovn-kubernetes/row-names.js';
import { type EgressIPQueries, createEgressIPQueries } from './egress-ip/index.js';
import { type ExternalRoutes, createExternalRoutes } from './external-route/index.js';
import { type FilterFrame, createFilterQueries } from './filter.js';
import { type MarkQueries, createMarkQueries } from './mark.js';
import { namespaceSetRows } from './namespace-sets.js';
import { type PolicyQueries, createPolicyQueries } from './policy/index.js';
import { createPortGroupQueries } from './port-group.js';
import type { RowSource } from './row-inputs.js';
import { type ServiceRows, createServiceRows } from './services/index.js';
import { createTopology } from './topology/index.js';

/** A query of rows. Its result is undefined if their feature is off. */
type PartQuery<Rows> = Query<undefined, Rows>;

/** Queries of the rows of each type of intents, and of the inventory. */
export interface RowParts {
  /** Returns true for nodes with a switch. */
  readonly switchCheck: PartQuery<(node: Node) => boolean>;
  readonly filters: PartQuery<FilterFrame>;
  /** Port groups of namespaces that all zones contain. */
  readonly portGroups: PartQuery<readonly Row[] | undefined>;
  /** See `PortGroupQueries`. Undefined if there are no such groups. */
  readonly readPorts: (db: Db) => ((zone: string) => readonly Row[]) | undefined;
  readonly policies: PolicyQueries;
  readonly marks: MarkQueries;
  readonly externalRoutes: PartQuery<ExternalRoutes>;
  readonly namespaceSets: PartQuery<readonly Row[]>;
  /** Rows of EgressIP and EgressService. */
  readonly egressIP: EgressIPQueries;
  /** Base rows of a managed topology. */
  readonly topologyOf: PartQuery<ReturnType<typeof createTopology> | undefined>;
  readonly services: PartQuery<ServiceRows | undefined>;
}

/** Creates the queries. */
export function createRowParts(source: RowSource): RowParts {
  const { configurationIn } = source;
  const isManaged = (db: Db): boolean => configurationIn(db).topology === 'managed';
  const switchCheck: RowParts['switchCheck'] = {
    name: 'nodes with a switch',
    run: (db) => {
      const settings = configurationIn(db);
      return (node) => settings.topology !== 'managed' || hasNodeSwitch(node, settings);
    },
  };
  const filters = createFilterQueries(source);
  const groups = createPortGroupQueries(source, filters.keys, switchCheck);
  const hasGroups = (db: Db): boolean => configurationIn(db).features.has('egressFirewall');
  const externalRoutes: RowParts['externalRoutes'] = {
    name: 'rows of external routes',
    run: (db) => createExternalRoutes(source.intentsOf(db, 'route'), source.clusterIn(db), configurationIn(db)),
  };
  return {
    switchCheck,
    filters: filters.rows,
    portGroups: {
      name: 'port groups',
      run: (db) => (hasGroups(db) ? db.get(groups.shared, undefined) : undefined),
    },
    readPorts: (db) => (hasGroups(db) ? groups.readPorts(db) : undefined),
    policies: createPolicyQueries(source, switchCheck),
    marks: createMarkQueries(source),
    externalRoutes,
    namespaceSets: {
      name: 'address sets of namespaces',
      run: (db) => (isManaged(db) ? namespaceSetRows(source.clusterIn(db), configurationIn(db)) : []),
    },
    egressIP: createEgressIPQueries(source, (db) => db.get(externalRoutes, undefined).untranslated),
    topologyOf: {
      name: 'base rows',
      run: (db) => (isManaged(db) ? createTopology(source.clusterIn(db), configurationIn(db)) : undefined),
    },
    services: {
      name: 'rows of Services',
      run: (db) =>
        configurationIn(db).features.has('services')
          ? createServiceRows(source.clusterIn(db), configurationIn(db))
          : undefined,
    },
  };
}
