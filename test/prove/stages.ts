import { podPortName } from '../../src/ovn-kubernetes/row-names.js';
import type { Pod } from '../../src/model/cluster.js';
import { followBranch } from '../../src/trace/branch.js';
import { filter, mark } from '../../src/trace/filters.js';
import type { TracedNetwork } from '../../src/trace/network.js';
import { type Protocol, packetOf } from '../../src/trace/packet.js';
import { type PathProgress, startOf } from '../../src/trace/path.js';
import type { RuleIndex } from '../../src/trace/rules.js';

/** A packet of a pod to, or from, another address. */
export interface StagePacket {
  readonly pod: Pod;
  readonly direction: 'to' | 'from';
  readonly address: string;
  readonly protocol: Protocol;
  readonly port: number;
}

/** What the ACLs at the port of a pod do with a packet, as `weir trace` reads them. */
export function decideAtPort(network: TracedNetwork, { pod, direction, address, protocol, port }: StagePacket): string {
  const found = network.findPort(podPortName(pod.namespace, pod.name));
  const own = pod.addresses.find(({ family }) => (family === 'IPv6') === address.includes(':'))?.text;
  if (!found || own === undefined) return 'unknown';
  const {
    zone,
    port: { name, datapath },
  } = found;
  const { entering, balanced, leaving } = network.filters(zone, datapath);
  const router = zone.portsOfSwitch(datapath).find(({ type }) => type === 'router')?.name ?? '';
  const step = (rules: RuleIndex, ports: { inport?: string; outport?: string }) => (path: PathProgress) =>
    filter(rules, { zone, datapath, ...ports }, path);
  const start = startOf(
    direction === 'to' ? packetOf(own, address, protocol, port) : packetOf(address, own, protocol, port),
  );
  const branches =
    direction === 'from'
      ? followBranch(start, step(leaving, { outport: name }))
      : followBranch(
          start,
          step(entering, { inport: name }),
          step(balanced, { inport: name }),
          step(leaving, { inport: name, outport: router }),
        );
  const verdicts = new Set(branches.map((branch) => ('verdict' in branch ? 'dropped' : 'allowed')));
  return [...verdicts].sort().join(' or ');
}

/** The DSCP value that the QoS rules at the port of a pod write to a packet that it sends, as `weir trace` reads them. */
export function markAtPort(network: TracedNetwork, { pod, address, protocol, port }: StagePacket): number {
  const found = network.findPort(podPortName(pod.namespace, pod.name));
  const own = pod.addresses.find(({ family }) => (family === 'IPv6') === address.includes(':'))?.text;
  if (!found || own === undefined) return 0;
  const { zone, port: sender } = found;
  const { name, datapath } = sender;
  const { entering, leaving } = network.marks(zone, datapath);
  const outport = zone.portsOfSwitch(datapath).find(({ type }) => type === 'router')?.name ?? '';
  const [branch] = followBranch(
    startOf(packetOf(own, address, protocol, port)),
    (path) => mark(entering, { zone, datapath, inport: name }, path),
    (path) => mark(leaving, { zone, datapath, inport: name, outport }, path),
  );
  return branch && !('verdict' in branch) ? branch.packet.dscp : 0;
}
