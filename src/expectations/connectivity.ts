import type { ConnectivityCheck } from '../model/cluster.js';
import type { Report } from '../model/diagnostic.js';
import { titleOf } from '../model/kubernetes-object.js';
import type { ManifestLocation } from '../model/manifest.js';
import { packetOf } from '../trace/packet.js';
import type { Path } from '../trace/path.js';
import type { CanonicalAddress } from '../net/address.js';
import { contains } from '../net/prefix.js';
import { rangeOfAddress } from '../traffic/filters/address-range.js';
import { ALL_TRANSPORT, transportOfPorts } from '../traffic/filters/transport-range.js';
import { messages } from './failure-messages.js';
import { linesOf } from './counterexample.js';
import { describeDecider, findPacketDeciders } from './decide.js';
import { type PeerMembers, serviceMembers } from './members.js';
import { isUndecided } from './packet.js';
import { findBanned } from './reach.js';
import type { ExpectationVerdict } from './verdict.js';
import type { ExpectationContext } from './world.js';

/**
 * Judges PodNetworkConnectivityChecks, which state what a pod must reach. Reports packets that a rule drops or that are
 * lost on the path. Packets to the address of a Service are followed to its endpoints. Pods on the host network are
 * skipped, because no rule applies to them.
 */
export function judgeChecks(world: ExpectationContext): ExpectationVerdict[] {
  const checks = world.cluster.connectivityChecks.filter(({ pod }) => world.model.classOf.has(pod));
  return checks.map((check) => {
    const { kind, namespace, name, origin } = check.manifest;
    const place = { origin, pointer: '/spec/targetEndpoint' };
    const title = titleOf(kind, { namespace, name });
    return { name: title, place, source: 'cluster', reports: reportCheck(check, place, world), notes: [] };
  });
}

function reportCheck(check: ConnectivityCheck, place: ManifestLocation, world: ExpectationContext): Report[] {
  const { pod, address, port, isReachable, manifest } = check;
  const common = { ranges: [], exceptions: [], transport: ALL_TRANSPORT };
  const from = [{ ...common, pods: [pod] }];
  const to = targetsOf(check, world);
  const packet = findBanned({ from, to, verdict: 'drop', allowedFrom: [], allowedTo: [] }, world);
  const decider = packet && !isUndecided(packet) ? findPacketDeciders(packet, world.model).decider : undefined;
  if (!decider) return reportPath(check, place, world);
  const { kind, namespace, name } = manifest;
  const endpoint = `${address.text} port ${port}`;
  const { origin, pointer } = decider.cause;
  return [
    {
      ...messages.blockedCheck(`${namespace}/${pod.name}`, endpoint, describeDecider(decider), isReachable),
      location: place,
      resource: { kind, namespace, name },
      related: [{ message: 'the rule that drops the packets', location: { origin, pointer } }],
    },
  ];
}

/** Stage at which a packet may not be lost: the inventory may lack the pod with its destination address. */
const MAY_LACK_POD = 'port';

/** Returns a report with the full path of a packet of a check if it ends before the endpoint. */
function reportPath(
  { pod, address, port, isReachable, manifest }: ConnectivityCheck,
  place: ManifestLocation,
  world: ExpectationContext,
): Report[] {
  const source = pod.addresses.find(({ family }) => family === address.family);
  if (!source || isOfUnknownService(address, world)) return [];
  const origin = { type: 'pod', namespace: pod.namespace, name: pod.name } as const;
  const { paths, verdict } = world.tracer().tracePacket(origin, packetOf(source.text, address.text, 'TCP', port));
  const path = verdict === 'unknown' ? undefined : paths.find(isLost);
  const last = path?.stages.at(-1);
  if (!path || !last) return [];
  const { kind, namespace, name } = manifest;
  const by = last.decidedBy ? `, by ${titleOf(last.decidedBy.kind, last.decidedBy)}` : '';
  const why = `${last.text}${by}, at ${last.at}`;
  const who = `${namespace}/${pod.name}`;
  return [
    {
      ...messages.lostCheck(who, `${address.text} port ${port}`, why, isReachable),
      location: place,
      resource: { kind, namespace, name },
      packetPath: linesOf(path),
    },
  ];
}

/**
 * Returns true if an address may belong to a Service that the inventory lacks. The path of packets to it is unknown.
 */
function isOfUnknownService(address: CanonicalAddress, { findService, configuration }: ExpectationContext): boolean {
  return !findService(address.text) && configuration.serviceCIDRs.some((prefix) => contains(prefix, address));
}

function isLost({ verdict, stages }: Path): boolean {
  return (verdict === 'dropped' || verdict === 'rejected') && stages.at(-1)?.stage !== MAY_LACK_POD;
}

/** Returns the recipients of packets to the address and port of a check. */
function targetsOf({ address, port }: ConnectivityCheck, world: ExpectationContext): PeerMembers[] {
  const transport = transportOfPorts({ protocol: 'TCP', first: port, last: port });
  const { text } = address;
  const service = world.findService(text);
  if (service) return serviceMembers(service, transport, world);
  const pod = world.findPod(text);
  if (pod) return [{ pods: [pod], ranges: [], exceptions: [], transport }];
  return [{ pods: [], ranges: [rangeOfAddress(address)], exceptions: [], transport }];
}
