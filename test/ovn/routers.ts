import { compileRouters, egressRouter } from '../compile/6-emit/router/compiled.js';
import type { JsonObject } from '../../src/std/json.js';

export const GATEWAYS = { IPv4: '192.0.2.1', IPv6: '2001:db8:9::1' };
export const TARGETS = { IPv4: '203.0.113.10', IPv6: '2001:db8::10' };
export const FALLBACKS = { IPv4: '203.0.113.99', IPv6: '2001:db8::99' };
/** In the network of a router's second address. */
export const NEIGHBOUR = '198.51.100.7';
export const TARGET_PORT = 8080;
export const OTHER_PORT = 9999;

/** Pods by the name of their router; `last` ends their addresses. */
export const PODS = { plain: 9, spare: 10, spare6: 11, plugin: 12 } as const;
export type Pod = keyof typeof PODS;
export const routerAddress = (pod: Pod) => ({ IPv4: `192.0.2.${PODS[pod]}`, IPv6: `2001:db8:9::${PODS[pod]}` });

const rules = (['IPv4', 'IPv6'] as const).map((family) => ({
  destinationIP: TARGETS[family],
  port: 80,
  protocol: 'TCP',
  targetPort: TARGET_PORT,
}));
const addressesOf = (pod: Pod): JsonObject[] => [
  { ip: `${routerAddress(pod).IPv4}/24`, gateway: GATEWAYS.IPv4 },
  { ip: `${routerAddress(pod).IPv6}/64`, gateway: GATEWAYS.IPv6 },
];

const ROUTERS = [
  egressRouter('plain', {
    redirect: {
      redirectRules: [
        ...rules,
        { destinationIP: TARGETS.IPv4, port: 53, protocol: 'UDP', targetPort: TARGET_PORT },
        { destinationIP: NEIGHBOUR, port: 81, protocol: 'TCP', targetPort: TARGET_PORT },
        { destinationIP: GATEWAYS.IPv4, port: 82, protocol: 'TCP', targetPort: TARGET_PORT },
      ],
    },
    // The last network holds that of the gateway.
    addresses: [...addressesOf('plain'), { ip: '198.51.100.9/24' }, { ip: '192.0.128.9/16' }],
  }),
  egressRouter('spare', {
    redirect: { redirectRules: rules, fallbackIP: FALLBACKS.IPv4 },
    networkInterface: { macvlan: { mode: 'Private' } },
    addresses: addressesOf('spare'),
  }),
  egressRouter('spare6', {
    redirect: { redirectRules: rules, fallbackIP: FALLBACKS.IPv6 },
    networkInterface: { macvlan: { mode: 'VEPA' } },
    addresses: addressesOf('spare6'),
  }),
];

/** Files of the routers that Weir's own objects set up (path → text). */
export function compilePortable(): ReadonlyMap<string, string> {
  return compileRouters(ROUTERS, 'ipFamilies: [IPv4, IPv6]\negressRouter: {image: router}\n');
}

/** The same of the router that OpenShift's operator sets up. */
export function compilePlugin(): ReadonlyMap<string, string> {
  const same = { destinationIP: TARGETS.IPv4, port: TARGET_PORT, protocol: 'UDP' };
  const redirect = { redirectRules: [...rules.slice(0, 1), same] };
  const router = egressRouter('plugin', { redirect, addresses: addressesOf('plugin').slice(0, 1) });
  return compileRouters([router], 'egressRouter: {implementation: openshift, image: router}\n');
}
