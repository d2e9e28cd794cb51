import { expect, it } from 'vitest';
import { WORKLOADS, listFlows } from './flows.js';

/** Two workloads, of which one is closed but for a port. */
const files = {
  'workloads.yaml': WORKLOADS,
  'policies.yaml': `
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: db-allow, namespace: shop}
spec:
  podSelector: {matchLabels: {app: db}}
  ingress: [{from: [{podSelector: {matchLabels: {app: web}}}], ports: [{port: 5432}]}]
`,
};

it('weir list flows tells ICMP from other protocols where it alone passes the default deny', () => {
  const asked = { settings: 'allowIcmpNetworkPolicy: true', from: 'shop/web', to: 'shop/db' };
  expect(listFlows(files, asked)).toBe('shop/web[Deployment] => shop/db[StatefulSet] : TCP 5432,ICMP');
  expect(JSON.parse(listFlows(files, { ...asked, format: 'json' }))).toEqual({
    flows: [
      {
        from: 'shop/web[Deployment]',
        to: 'shop/db[StatefulSet]',
        allow: [{ protocol: 'TCP', ports: '5432' }],
        icmp: true,
      },
    ],
  });
  expect(listFlows(files, { ...asked, explain: true })).toContain(
    '  ICMP: passes\n' +
      '    egress of the source: allowed, no rule matches\n' +
      "    ingress of the destination: allowed by 'allowIcmpNetworkPolicy: ICMP passes' of NetworkPolicy shop/db-allow",
  );
});
