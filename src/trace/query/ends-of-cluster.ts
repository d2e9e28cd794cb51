import type { Cluster, Pod, Service } from '../../model/cluster.js';
import { withText } from '../../net/address.js';
import type { EndPod, EndService, Ends } from './ends.js';

/** Returns the possible sources and destinations of packets in an inventory. */
export function endsOfCluster({ nodes, nodeByName, podsByNamespace, services, dnsAnswers }: Cluster): Ends {
  return {
    nodes: nodes.map(({ name }) => name),
    namespaces: [...podsByNamespace.keys()],
    services: [...services.keys()],
    addressesOfNode: (name) => {
      const node = nodeByName.get(name);
      return node && (node.gateway?.ipAddresses ?? []).map(({ address }) => withText(address));
    },
    podsOf: (namespace) => podsByNamespace.get(namespace)?.map(endPodOf),
    service: (name) => {
      const service = services.get(name);
      return service && endServiceOf(service);
    },
    answersTo: (name) => dnsAnswers.get(name),
  };
}

function endPodOf({ namespace, name, labels, nodeName, hostNetwork, completed, isPlanned, ...pod }: Pod): EndPod {
  const workload = pod.workload ? { workload: pod.workload } : {};
  const addresses = pod.port?.addresses ?? pod.addresses;
  return { namespace, name, labels, nodeName, hostNetwork, isAbsent: completed || isPlanned, addresses, ...workload };
}

function endServiceOf({ clusterIPs, externalIPs, ingress, ports }: Service): EndService {
  return {
    addresses: [...clusterIPs, ...externalIPs, ...ingress.filter((one) => one !== undefined)],
    ports: ports.map(({ protocol, port }) => ({ protocol, port })),
  };
}
