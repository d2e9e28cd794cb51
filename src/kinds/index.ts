import { adminNetworkPolicy } from './admin-network-policy/index.js';
import { adminPolicyBasedExternalRoute } from './admin-policy-based-external-route/index.js';
import { baselineAdminNetworkPolicy } from './baseline-admin-network-policy/index.js';
import { cloudPrivateIPConfig } from './cloud-private-ip-config/index.js';
import { egressFirewall } from './egress-firewall/index.js';
import { egressIP } from './egress-ip/index.js';
import { egressQoS } from './egress-qos/index.js';
import { egressRouter } from './egress-router/index.js';
import { egressService } from './egress-service/index.js';
import { ingressClass } from './ingress-class/index.js';
import { ingress } from './ingress/index.js';
import type { Kind } from './contract/kind.js';
import { networkPolicy } from './network-policy/index.js';
import { route } from './route/index.js';

/** Every custom resource kind that Weir reads, in the order in which they resolve. */
export const kinds: readonly Kind[] = [
  egressFirewall,
  egressQoS,
  egressIP,
  egressService,
  adminPolicyBasedExternalRoute,
  egressRouter,
  cloudPrivateIPConfig,
  networkPolicy,
  adminNetworkPolicy,
  baselineAdminNetworkPolicy,
  route,
  ingress,
  ingressClass,
];
