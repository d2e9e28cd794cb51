import type { Cluster, Service } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { RowAttachment, Row } from '../../../../model/northbound.js';
import { byKey } from '../keys.js';
import { type Attachments, createAttachments } from './attachments.js';
import { type BalancedPorts, balancedPortsOf } from './balanced-port.js';
import { clusterWideBalancers } from './cluster-wide.js';
import { type LoadBalancer, loadBalancerRow } from './load-balancer.js';
import { masqueradeAddresses } from './masquerade.js';
import { mergeEqual } from './merge.js';
import { balancingNodes } from './nodes.js';
import { perNodeBalancers } from './per-node.js';
import { templateBalancers } from './templates.js';
import { nodeVariables, variableRows } from './variables.js';

/** Rows by table, in the order of their keys, and their attachments. */
interface PlacedRows {
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  readonly attachments: readonly RowAttachment[];
}

/** Rows of Services that all zones contain, and those that one zone adds. */
export interface ServiceRows {
  readonly shared: PlacedRows;
  readonly ownOf: (zone: string) => PlacedRows;
}

interface ServedService {
  readonly service: Service;
  readonly ports: BalancedPorts;
}

/**
 * Creates the load balancers that all zones share, and a function that returns the others of a zone, as OVN-Kubernetes
 * does for the default network. Endpoints are those of all zones. Switches, routers and variables are those of nodes of
 * the zone.
 */
export function createServiceRows(cluster: Cluster, configuration: Configuration): ServiceRows {
  const masquerade = masqueradeAddresses(configuration);
  const served = servedServices(cluster).map((service): ServedService => {
    return { service, ports: balancedPortsOf(service, configuration) };
  });
  const placeBalancer = (service: Service, balancer: LoadBalancer, attachments: Attachments): Row => {
    const row = loadBalancerRow(service, balancer, masquerade, configuration.release.services);
    attachments.attach(row.key, balancer.attached);
    return row;
  };
  const everywhere = createAttachments();
  const shared = served.flatMap(({ service, ports }) =>
    clusterWideBalancers(ports.cluster).map((balancer) => placeBalancer(service, balancer, everywhere)),
  );
  shared.sort(byKey);
  const ofNodes = served.filter(({ ports }) => ports.template.length + ports.perNode.length > 0);
  const ownOf = (zone: string): PlacedRows => {
    const nodes = balancingNodes(zone, cluster, configuration);
    const ofHosts = configuration.serviceTemplates ? nodeVariables(nodes, configuration) : undefined;
    const variables = ofHosts?.ofChassis ?? new Map<string, Map<string, string>>();
    const attachments = createAttachments();
    const rows = ofNodes.flatMap(({ service, ports }) => {
      const context = ofHosts && { nodes, nodeVariables: ofHosts, masquerade, variables };
      const templates = context ? templateBalancers(service, ports.template, context) : [];
      const balancers: readonly LoadBalancer[] = [
        ...mergeEqual(templates),
        ...mergeEqual(perNodeBalancers(ports.perNode, nodes, masquerade)),
      ];
      return balancers.map((balancer) => placeBalancer(service, balancer, attachments));
    });
    return {
      rows: new Map([
        ['Chassis_Template_Var', variableRows(variables)],
        ['Load_Balancer', rows.sort(byKey)],
      ]),
      attachments: attachments.finish(),
    };
  };
  return { shared: { rows: new Map([['Load_Balancer', shared]]), attachments: everywhere.finish() }, ownOf };
}

/** Returns Services with load balancers on the default network: those of namespaces without another primary network. */
function servedServices({ services, namespaces }: Cluster): readonly Service[] {
  const isServed = ({ namespace, hasClusterIP }: Service): boolean =>
    hasClusterIP && namespace !== '' && namespaces.get(namespace)?.primaryNetwork === undefined;
  return [...services.values()].filter(isServed);
}
