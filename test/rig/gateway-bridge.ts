/**
 * OpenFlow rules of a node's external bridge in shared gateway mode. The node and its gateway router have the same
 * addresses and the same MAC, so the bridge remembers in its conntrack zone who opened a connection: mark 1 for OVN (the
 * patch port), mark 2 for the node itself (LOCAL). Neighbour discovery and ARP answers go to both; what comes from outside
 * to the first sixteen node ports (30000–30015) is for OVN. Ports are OpenFlow port numbers.
 */
export function gatewayBridgeFlows(physical: number, patch: number): readonly string[] {
  const neighbours = ['arp', ...[133, 134, 135, 136, 137].map((type) => `icmp6,icmp_type=${type}`)];
  return [
    ...neighbours.flatMap((match) => [
      `priority=300,in_port=${physical},${match},actions=output:${patch},LOCAL`,
      `priority=300,in_port=${patch},${match},actions=output:${physical}`,
      `priority=300,in_port=LOCAL,${match},actions=output:${physical}`,
    ]),
    // Tunnels between the nodes stay out of conntrack.
    ...['udp', 'udp6'].flatMap((protocol) => [
      `priority=200,in_port=${physical},${protocol},tp_dst=6081,actions=LOCAL`,
      `priority=200,in_port=LOCAL,${protocol},tp_dst=6081,actions=output:${physical}`,
    ]),
    ...['tcp', 'tcp6', 'udp', 'udp6'].map(
      (protocol) => `priority=60,in_port=${physical},${protocol},tp_dst=30000/0xfff0,actions=output:${patch}`,
    ),
    ...['ip', 'ipv6'].flatMap((family) => [
      `priority=100,in_port=${patch},${family},actions=${open(1)},output:${physical}`,
      `priority=100,in_port=LOCAL,${family},actions=${open(2)},output:${physical}`,
      `priority=50,in_port=${physical},${family},actions=ct(zone=64000,table=1)`,
      ...['est', 'rel'].flatMap((state) => [
        `table=1,priority=100,ct_state=+trk+${state},ct_mark=1,${family},actions=output:${patch}`,
        `table=1,priority=100,ct_state=+trk+${state},ct_mark=2,${family},actions=LOCAL`,
      ]),
    ]),
    'table=1,priority=10,actions=LOCAL',
  ];
}

function open(mark: number): string {
  return `ct(commit,zone=64000,exec(set_field:${mark}->ct_mark))`;
}
