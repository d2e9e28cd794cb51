import { PODS_EACH, slice } from './resident-cluster.mjs';
import { compose } from '../../build/yaml/compose.js';
import { assign, hostsAmong } from './live-cluster.mjs';

/**
 * Returns the events of a cluster, by name, for a round. Each has an effect on the rows of the zone. `prepare` makes what
 * it needs, and `make` the event itself. `server` is the stand-in for an API server.
 */
export function createEvents(objects, server, zone) {
  const pods = objects.filter(({ kind, spec }) => kind === 'Pod' && spec.nodeName === zone);
  const egressIPs = objects.filter(({ kind }) => kind === 'EgressIP');
  const namespaces = objects.filter(({ kind }) => kind === 'Namespace');
  const slices = objects.filter(({ kind }) => kind === 'EndpointSlice');
  const nodes = objects.filter(({ kind }) => kind === 'Node');
  const numberOf = ({ metadata: { namespace } }) => Number(namespace.split('-')[1]);
  const ofKind = (rest) => pods.filter((pod) => numberOf(pod) % PODS_EACH === rest);
  // Their namespaces have an EgressIP, and an EgressQoS that selects pods.
  const [served, marked] = [ofKind(0), ofKind(1)];
  const at = (list, round) => list[round % list.length];
  const drop = ({ kind, metadata: { name, namespace } }) => server.drop(kind, name, namespace);
  const put = (object) => server.put(object);
  const hostIndex = Number(zone.split('-')[1]);
  const others = egressIPs.filter(({ status }) => status.items[0].node !== zone);
  const withLabels = (object, labels) => ({ ...object, metadata: { ...object.metadata, labels } });
  const withoutAddress = (pod) => ({ ...pod, status: { phase: 'Pending' } });
  const isReady = (node, status) => ({ ...node, status: { conditions: [{ type: 'Ready', status }] } });
  const hosts = hostsAmong(objects);
  const nodeOf = (round) => hosts[(hostIndex + 1 + (round % (hosts.length - 1))) % hosts.length];
  const onNode = (name) => egressIPs.filter(({ status }) => status.items[0].node === name);
  return {
    'pod created': (round) => {
      const pod = at(served, round);
      return { prepare: () => drop(pod), make: () => put(pod) };
    },
    'pod addressed': (round) => {
      const pod = at(served, round);
      return { prepare: () => put(withoutAddress(pod)), make: () => put(pod) };
    },
    'pod relabelled': (round) => {
      const pod = at(marked, round);
      const isOwn = (Math.floor(round / marked.length) & 1) === 1;
      return { make: () => put(isOwn ? pod : withLabels(pod, { app: 'app-none' })) };
    },
    'pod completed': (round) => {
      const pod = at(served, round);
      return {
        make: () => put({ ...pod, status: { ...pod.status, phase: 'Succeeded' } }),
        restore: () => put(pod),
      };
    },
    'pod deleted': (round) => {
      const pod = at(served, round);
      return { make: () => drop(pod), restore: () => put(pod) };
    },
    'pod of another zone created': (round) => {
      const { metadata } = at(slices, round);
      const pod = {
        ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: `more-${round}`, namespace: metadata.namespace } },
        ...{ spec: { nodeName: nodes[9].metadata.name }, status: { podIPs: [{ ip: addressOf(round) }] } },
      };
      return { make: () => put(pod), restore: () => drop(pod) };
    },
    'label of a namespace': (round) => {
      const namespace = at(
        namespaces.filter((one) => pods.some((pod) => pod.metadata.namespace === one.metadata.name)),
        round,
      );
      return { make: () => put(withLabels(namespace, { stage: 'quarantine' })), restore: () => put(namespace) };
    },
    'endpoints of a Service': (round) => {
      const {
        metadata: { namespace },
      } = at(slices, round);
      const text = slice(Number(namespace.split('-')[1]), `10.129.${(round >> 8) & 255}.${round & 255}`);
      return { make: () => put(compose(text).values[0]) };
    },
    'egress address moved': (round) => {
      const moved = at(others, round);
      return { make: () => put(assign(moved, hostIndex)), restore: () => put(moved) };
    },
    'node not ready': (round) => {
      const node = nodeOf(round);
      const moved = onNode(node.metadata.name);
      return {
        make: () => {
          put(isReady(node, 'False'));
          for (const one of moved) put(assign(one, hostIndex));
        },
        restore: () => {
          for (const one of moved) put(one);
          put(isReady(node, 'True'));
        },
      };
    },
  };
}

const addressOf = (round) => `10.190.${(round >> 8) & 255}.${round & 255}`;
