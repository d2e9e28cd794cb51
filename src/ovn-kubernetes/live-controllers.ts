import type { Feature } from '../model/configuration.js';
import { DEFAULT_ZONE } from './zones.js';

/** A switch of ovnkube in all its forms (OVN-Kubernetes, go-controller/pkg/config and dist/images). */
export interface ControllerSwitch {
  /** Name of the flag without dashes, and of the value in a configuration file. Without it, the feature is off. */
  readonly flag: string;
  /** Environment variable of the containers of the upstream manifests. */
  readonly variable: string;
}

/** The switch of a feature. */
export interface FeatureSwitch extends ControllerSwitch {
  /** Effect of ovnkube without the flag on pods and objects that are created after its start. */
  readonly without: string;
  /** Rows that ovnkube removes at each start without the flag. If unset, it leaves all rows. */
  readonly removed?: string;
  /** Switch with which it leaves them anyway. */
  readonly keptBy?: ControllerSwitch;
}

/** Multicast rules also need the port groups of namespaces. */
const MULTICAST: ControllerSwitch = { flag: 'enable-multicast', variable: 'OVN_MULTICAST_ENABLE' };

/**
 * Switches of features. They are the same in all releases. Network policies and Services have none: ovnkube-controller
 * always acts on them. At each start, it removes port groups of namespaces that no feature needs, with their rules, and
 * routes to external gateways that no known resource asks for. Without the flag, it knows none.
 */
export const FEATURE_SWITCHES: ReadonlyMap<Feature, FeatureSwitch> = new Map<Feature, FeatureSwitch>([
  [
    'egressFirewall',
    {
      flag: 'enable-egress-firewall',
      variable: 'OVN_EGRESSFIREWALL_ENABLE',
      without: 'no rule applies to new pods of a namespace without multicast',
      removed: 'the port groups of namespaces with the rules',
      keptBy: MULTICAST,
    },
  ],
  [
    'egressQoS',
    { flag: 'enable-egress-qos', variable: 'OVN_EGRESSQOS_ENABLE', without: 'packets of new pods have no DSCP value' },
  ],
  [
    'egressIP',
    {
      flag: 'enable-egress-ip',
      variable: 'OVN_EGRESSIP_ENABLE',
      without: 'new pods leave with the address of their node, and nodes do not answer health checks',
    },
  ],
  [
    'egressService',
    {
      flag: 'enable-egress-service',
      variable: 'OVN_EGRESSSERVICE_ENABLE',
      without: 'new endpoints leave with the address of their node',
    },
  ],
  [
    'multiExternalGateway',
    {
      flag: 'enable-multi-external-gateway',
      variable: 'OVN_ENABLE_MULTI_EXTERNAL_GATEWAY',
      without: 'new pods leave through their node',
      removed: 'the routes to external gateways',
    },
  ],
  [
    'adminNetworkPolicy',
    {
      flag: 'enable-admin-network-policy',
      variable: 'OVN_ADMIN_NETWORK_POLICY_ENABLE',
      without: 'no AdminNetworkPolicy applies to new pods',
    },
  ],
]);

/** Section of a configuration file of ovnkube that contains the switches. */
export const FEATURE_SECTION = 'ovnkubernetesfeature';

/** Namespaces of ovnkube: of the upstream manifests, and of OpenShift. */
export const CONTROLLER_NAMESPACES = ['ovn-kubernetes', 'openshift-ovn-kubernetes'] as const;

/** ConfigMap with the script that starts ovnkube in OpenShift. Its text contains flags. */
export const CONTROLLER_SCRIPT = 'ovnkube-script-lib';

/** ConfigMap with the configuration file of ovnkube, whose values hold unless a flag differs. */
export const CONTROLLER_CONFIG = { name: 'ovnkube-config', files: ['ovnkube.conf', 'ovn_k8s.conf'] } as const;

/**
 * What a container of ovnkube acts on. `cluster`: placements and statuses. `zone`: the rows of the zone of its node. `node`:
 * its node.
 */
export type ControllerScope = 'cluster' | 'zone' | 'node';

/** Containers of ovnkube in the order in which to turn features off. */
export const CONTROLLER_CONTAINERS: ReadonlyMap<string, ControllerScope> = new Map([
  ['ovnkube-cluster-manager', 'cluster'],
  ['ovnkube-master', 'zone'],
  ['ovnkube-controller', 'zone'],
  ['ovnkube-node', 'node'],
]);

/** A Lease of ovnkube, and the containers that can hold it. */
export interface ControllerElection {
  readonly lease: string;
  readonly containers: readonly string[];
}

const LEASE = 'ovn-kubernetes-master';

/**
 * Returns the elections of the controllers of a zone: of the cluster manager, or of ovnkube-master, and of a controller
 * without a node. A controller that shares a process with its node takes part in none.
 */
export function electionsOf(zone: string): readonly ControllerElection[] {
  const ofCluster = { lease: LEASE, containers: ['ovnkube-cluster-manager', 'ovnkube-master'] };
  return zone === DEFAULT_ZONE
    ? [ofCluster]
    : [ofCluster, { lease: `${LEASE}-${zone}`, containers: ['ovnkube-controller', 'ovnkube-master'] }];
}
