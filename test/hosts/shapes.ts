/** A test with real packets in `test`, and the lines whose work its packets show, whatever addresses and names are in them. */
export interface ShapeTest {
  readonly file: string;
  /** As it is written there. */
  readonly test: string;
  readonly shapes: readonly string[];
}

const HOSTS = 'hosts/packets.test.ts';
const LEAVES = 'sends what %s sends to %s out of %s, from %s, to %s';
const AGREES = 'does with every packet what the model says';
const AWAY = 'drops packets of %s while a load of routes.batch replaces the rules of priority %i';
const ANSWERS = 'brings every answer back to the pod that is answered';

/** Every line that a node's host loads, each once: with its first test. */
export const HOST_SHAPES: readonly ShapeTest[] = [
  {
    file: HOSTS,
    test: LEAVES,
    shapes: [
      'add table inet weir',
      'delete table inet weir',
      'table inet weir',
      ...['v4', 'v6'].flatMap((family) => {
        const [ip, type] = family === 'v4' ? ['ip', 'ipv4_addr'] : ['ip6', 'ipv6_addr'];
        return [
          `map egress-ip-snat-${family}`,
          `type ${type} . ifname : ${type}`,
          `<${family}> . <interface> : <${family}>,`,
          `snat ${ip} to ${ip} saddr . meta oifname map @egress-ip-snat-${family}`,
          `map egress-service-snat-${family}`,
          `type ${type} : ${type}`,
          `<${family}> : <${family}>,`,
          `snat ${ip} to ${ip} saddr map @egress-service-snat-${family}`,
          `address replace <prefix ${family}> dev <interface>${family === 'v6' ? ' nodad valid_lft forever preferred_lft 0' : ''}`,
          `route replace <prefix ${family}> dev <interface> table <table>`,
          `route replace <prefix ${family}> via <${family}> dev <interface> table <table>`,
          `rule add priority 5000 from <prefix ${family}> table <table>`,
          `rule add priority 6000 from <prefix ${family}> table <table>`,
        ];
      }),
      'chain egress-ip-snat',
      'type nat hook postrouting priority srcnat; policy accept;',
      'chain egress-services',
      'type nat hook postrouting priority srcnat - 1; policy accept;',
    ],
  },
  {
    file: HOSTS,
    test: AGREES,
    shapes: [
      'meta mark 1008 return',
      'rule flush priority 5999',
      'rule add priority 5999 fwmark 1008 table 254',
      'rule add priority 5000 from <prefix v4> sport <port> table <table>',
      'rule add priority 5000 from <prefix v6> sport <port> table <table>',
    ],
  },
  {
    file: HOSTS,
    test: ANSWERS,
    shapes: [
      'chain egress-ip-connmark',
      'type filter hook prerouting priority mangle; policy accept;',
      'meta mark 0 meta mark set ct mark',
      'meta mark 1008 ct mark set meta mark',
      'net.ipv4.conf.all.src_valid_mark=1',
    ],
  },
  {
    file: HOSTS,
    test: 'drops what a pod goes on to send that began before its address was translated',
    shapes: [
      'chain egress-ip-sec-filter',
      'type filter hook postrouting priority srcnat + 1; policy accept;',
      ...['v4', 'v6'].flatMap((family) => [
        `set egress-ip-pods-${family}`,
        `type ip${family}_addr . ifname`,
        `<${family}> . <interface>,`,
        `${family === 'v4' ? 'ip' : 'ip6'} saddr . meta oifname @egress-ip-pods-${family} drop`,
      ]),
    ],
  },
  {
    file: HOSTS,
    test: AWAY,
    shapes: [
      ...[5000, 5001, 6000, 6001].map((priority) => `rule flush priority ${priority}`),
      ...['v4', 'v6'].flatMap((family) => [
        `rule add priority 5001 from <prefix ${family}> blackhole`,
        `rule add priority 5001 from <prefix ${family}> sport <port> blackhole`,
        `rule add priority 6001 from <prefix ${family}> blackhole`,
      ]),
    ],
  },
];

const ROUTERS = 'ovn/egress-router.test.ts';

/** The same for the network namespace of a router's pod. */
export const ROUTER_SHAPES: readonly ShapeTest[] = [
  {
    file: ROUTERS,
    test: 'passes a port on to its destination, with the address of the router as the source',
    shapes: [
      'add table inet weir',
      'delete table inet weir',
      'table inet weir',
      ...['v4', 'v6'].flatMap((family) => [
        `map redirect-${family}`,
        `type inet_proto . inet_service : ip${family}_addr . inet_service`,
        `<protocol> . <port> : <${family}> . <port>,`,
        `dnat ${family === 'v4' ? 'ip' : 'ip6'} to meta l4proto . th dport map @redirect-${family}`,
        `oifname <interface> snat ${family === 'v4' ? 'ip' : 'ip6'} to <${family}>`,
        `route replace <prefix ${family}> dev <interface> table <table>`,
        `route replace <prefix ${family}> via <${family}> dev <interface> table <table>`,
      ]),
      ...['router-destination', 'router-prerouting', 'router-postrouting'].map((chain) => `chain ${chain}`),
      'type nat hook prerouting priority dstnat; policy accept;',
      'type nat hook postrouting priority srcnat; policy accept;',
      'iifname <interface> fib daddr type local goto router-destination',
      'rule add priority 1000 iif <interface> table <table>',
      'net.ipv4.ip_forward=1',
      'net.ipv4.conf.net1.rp_filter=2',
      'net.ipv6.conf.all.forwarding=1',
      'net.ipv6.conf.net1.accept_ra=0',
    ],
  },
  {
    file: ROUTERS,
    test: 'passes other ports on to the fallback, and a port with a destination to that',
    shapes: ['dnat ip to <v4>', 'dnat ip6 to <v6>'],
  },
  {
    file: ROUTERS,
    test: 'uses the address of the network that the destination is in',
    shapes: ['oifname <interface> ip daddr <prefix v4> snat ip to <v4>'],
  },
  {
    file: ROUTERS,
    test: 'lets nobody through from the other side',
    shapes: [
      'chain router-forward',
      'type filter hook forward priority filter; policy drop;',
      'iifname <interface> oifname <interface> ct status dnat accept',
    ],
  },
  {
    file: ROUTERS,
    test: "works likewise with what OpenShift's plugin sets up",
    shapes: [
      'add table ip egress_cni',
      'flush table ip egress_cni',
      'add chain ip egress_cni prerouting { type nat hook prerouting priority -100 ; }',
      'add chain ip egress_cni postrouting { type nat hook postrouting priority 100 ; }',
      'add rule ip egress_cni postrouting oif <interface> snat to <v4>',
      'add rule ip egress_cni prerouting iif <interface> <protocol> dport <port> dnat to <v4>:<port>',
      'add rule ip egress_cni prerouting iif <interface> <protocol> dport <port> dnat to <v4>',
      'net.ipv4.conf.net1.proxy_arp=1',
    ],
  },
];
