import type { Service } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { HostSource } from '../../model/intent/host.js';
import type { Manifest } from '../../model/manifest.js';
import { type Endpoint, endpointsOf } from './endpoints.js';
import { contains } from '../../net/prefix.js';
import {
  type LabelSelector,
  type Selector,
  type SelectorProblem,
  compileSelector,
  isSelectorProblem,
} from '../../selectors/selector.js';
import type { KindContext } from '../contract/kind-context.js';
import { createReportAt } from '../../model/report-at.js';
import { messages } from './messages.js';
import { isRouteTable } from './route-table.js';

interface Spec {
  readonly sourceIPBy?: 'LoadBalancerIP' | 'Network';
  readonly nodeSelector?: LabelSelector;
  readonly network?: string;
}

/** An EgressService that the live controllers would process, with what its Service says. */
export interface ParsedEgressService {
  readonly manifest: Manifest;
  /** `<namespace>/<name>`. */
  readonly key: string;
  readonly byNetwork: boolean;
  readonly selector: Selector | SelectorProblem;
  /** If unset, the main table, or a text that names none. */
  readonly table?: string;
  readonly service?: Service;
  /** Endpoints in the pod network, of all families that it has. */
  readonly sources: readonly HostSource[];
  /** Nodes of all endpoints, or empty if no endpoint is in the pod network. */
  readonly endpointNodes: ReadonlySet<string>;
}

/** Returns the spec of a validated object, which may be missing. */
export function specOf({ object }: Manifest): Spec {
  return (object.spec ?? {}) as unknown as Spec;
}

/** Returns true if hosts look up the routes of the service's traffic in a table of their own. */
export function hasTable({ table, service }: ParsedEgressService): boolean {
  return table !== undefined && service?.isLoadBalancer === true && service.ingress.length > 0;
}

/** Reads every EgressService, in byte order of namespace and name. Reports invalid selectors that are in use. */
export function parseEgressServices(
  manifests: readonly Manifest[],
  { configuration, cluster, report }: KindContext,
): readonly ParsedEgressService[] {
  const egressServices = manifests.map((manifest): ParsedEgressService => {
    const key = `${manifest.namespace}/${manifest.name}`;
    const { sourceIPBy, nodeSelector = {}, network = '' } = specOf(manifest);
    const selector = compileSelector(nodeSelector);
    const byNetwork = sourceIPBy === 'Network';
    if (!byNetwork && isSelectorProblem(selector)) {
      createReportAt(manifest, report)(messages.badSelector(selector.text), `/spec/nodeSelector${selector.pointer}`);
    }
    const service = cluster.services.get(key);
    const endpoints = service ? endpointsOf(service) : [];
    const sources = sourcesOf(endpoints, configuration);
    const nodeNames = sources.length === 0 ? [] : endpoints.map(({ nodeName }) => nodeName);
    return {
      manifest,
      key,
      byNetwork,
      selector,
      ...(network !== '' && isRouteTable(network) ? { table: network } : {}),
      ...(service ? { service } : {}),
      sources,
      endpointNodes: new Set(nodeNames.filter((name) => name !== '')),
    };
  });
  return egressServices.sort((a, b) => (a.key < b.key ? -1 : 1));
}

/**
 * Returns the endpoints on the pod network. Others are on the network of their host, and not served (OVN-Kubernetes).
 */
function sourcesOf(endpoints: readonly Endpoint[], { clusterSubnets }: Configuration): HostSource[] {
  return endpoints.filter(({ address }) => clusterSubnets.some(({ prefix }) => contains(prefix, address)));
}
