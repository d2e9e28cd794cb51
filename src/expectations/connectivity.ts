import type { ConnectivityCheck } from '../model/cluster.js';
import type { Report } from '../model/diagnostic.js';
import { formatAddress } from '../net/address.js';
import { rangeOfAddress } from '../traffic/filters/address-range.js';
import { ALL_TRANSPORT, transportOfPorts } from '../traffic/filters/transport-range.js';
import { messages } from './breach-messages.js';
import { describeDecider, findDecider } from './decide.js';
import { type Members, endpointsOf } from './members.js';
import { findBanned } from './reach.js';
import type { World } from './world.js';

/**
 * The findings about PodNetworkConnectivityChecks, which say what a pod shall reach: where a rule drops its packets. What
 * goes to the address of a Service is followed to its endpoints.
 */
export function reportConnectivity(world: World): Report[] {
  return world.cluster.connectivityChecks.flatMap((check) => reportCheck(check, world) ?? []);
}

function reportCheck(check: ConnectivityCheck, world: World): Report | undefined {
  const { pod, address, port, isReachable, manifest } = check;
  if (!world.model.classOf.has(pod)) return undefined;
  const common = { ranges: [], exceptions: [], transport: ALL_TRANSPORT };
  const from = [{ ...common, pods: [pod] }];
  const to = targetsOf(check, world);
  const packet = findBanned({ from, to, verdict: 'drop', allowedFrom: [], allowedTo: [] }, world);
  const decider = packet && !packet.isAssumed && findDecider(packet, world.model);
  if (!decider) return undefined;
  const { kind, namespace, name, origin } = manifest;
  const endpoint = `${formatAddress(address)} port ${port}`;
  return {
    ...messages.blockedCheck(`${namespace}/${pod.name}`, endpoint, describeDecider(decider), isReachable),
    location: { origin, pointer: '/spec/targetEndpoint' },
    resource: { kind, namespace, name },
    related: [
      {
        message: 'the rule that drops the packets',
        location: { origin: decider.cause.origin, pointer: decider.cause.pointer },
      },
    ],
  };
}

/** Who gets packets to the address and port of a check. */
function targetsOf({ address, port }: ConnectivityCheck, world: World): Members[] {
  const transport = transportOfPorts({ protocol: 'TCP', first: port, last: port });
  const text = formatAddress(address);
  const service = world.findService(text);
  if (service) return endpointsOf(service, transport, world);
  const pod = world.findPod(text);
  if (pod) return [{ pods: [pod], ranges: [], exceptions: [], transport }];
  return [{ pods: [], ranges: [rangeOfAddress(address)], exceptions: [], transport }];
}
