import type { JsonObject } from '../../src/std/json.js';
import { namespace } from '../compile/3-index/inventory.js';
import type { PullRequest } from './pull-requests.js';
import { firewall, pod } from './sides.js';

function policy(name: string, spec: JsonObject): JsonObject {
  return { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name, namespace: 'shop' }, spec };
}

const pods = [
  pod('shop', 'web-0', ['10.128.1.5'], { app: 'web' }),
  pod('shop', 'web-1', ['10.128.2.5'], { app: 'web' }),
  pod('shop', 'db-0', ['10.128.3.5'], { app: 'db' }),
  pod('blog', 'site-0', ['10.128.3.6'], { app: 'site' }),
];
const blog = (team: string): JsonObject => namespace('blog', { labels: { team } });
const common = [namespace('shop'), ...pods];
const web = { podSelector: { matchLabels: { app: 'web' } } };
const db = { podSelector: { matchLabels: { app: 'db' } } };
const isolateDb = policy('db', { ...db, ingress: [{ from: [web], ports: [{ port: 5432 }] }] });
const fromRed = policy('web', {
  ...web,
  ingress: [{ from: [{ namespaceSelector: { matchLabels: { team: 'red' } } }], ports: [{ port: 8080 }] }],
});
const denyEgress = policy('closed', { podSelector: {}, policyTypes: ['Egress'] });
const partner = { type: 'Allow', to: { cidrSelector: '203.0.113.0/24' } };
const rest = { type: 'Deny', to: { cidrSelector: '0.0.0.0/0' } };

/** Changes of NetworkPolicies, and of what their selectors look at. */
export const policyPullRequests: Readonly<Record<string, PullRequest>> = {
  'close-a-database': {
    before: { objects: [...common, blog('blue'), fromRed] },
    after: { objects: [...common, blog('blue'), fromRed, isolateDb] },
  },
  'other-labels-of-a-namespace-that-a-policy-looks-for': {
    before: { objects: [...common, blog('blue'), fromRed] },
    after: { objects: [...common, blog('red'), fromRed] },
  },
  'allow-a-partner-that-a-network-policy-still-drops': {
    before: { objects: [...common, blog('blue'), denyEgress, firewall('shop', rest)] },
    after: { objects: [...common, blog('blue'), denyEgress, firewall('shop', partner, rest)] },
  },
  'allow-dns-and-a-partner': {
    before: { objects: [...common, blog('blue'), denyEgress] },
    after: {
      objects: [
        ...common,
        blog('blue'),
        denyEgress,
        policy('partner', {
          ...web,
          policyTypes: ['Egress'],
          egress: [
            { to: [{ ipBlock: { cidr: '203.0.113.0/24' } }], ports: [{ port: 443 }] },
            { ports: [{ protocol: 'UDP', port: 53 }] },
          ],
        }),
      ],
    },
  },
};
