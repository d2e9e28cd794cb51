import { describe, expect, it } from 'vitest';
import { WORKLOADS, listFlows } from './flows.js';

const SERVED = `${WORKLOADS}---
apiVersion: v1
kind: Service
metadata: {name: db, namespace: shop}
spec: {selector: {app: db}, ports: [{port: 5432}]}
`;

/** A stateless policy. */
function policy(app: string, rules: string): string {
  return `
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: ${app}, namespace: shop, annotations: {k8s.ovn.org/acl-stateless: "true"}}
spec: {podSelector: {matchLabels: {app: ${app}}}, ${rules}}
`;
}

const FROM_WEB = 'ingress: [{from: [{podSelector: {matchLabels: {app: web}}}], ports: [{port: 5432}]}]';
const TO_WEB = 'egress: [{to: [{podSelector: {matchLabels: {app: web}}}]}]';
const TO_DB = 'policyTypes: [Egress], egress: [{to: [{podSelector: {matchLabels: {app: db}}}]}]';

function flows(policies: string, asked: Parameters<typeof listFlows>[1] = {}): string {
  const settings = 'statelessNetworkPolicy: true';
  return listFlows(
    { 'workloads.yaml': SERVED, 'policies.yaml': policies },
    { settings, from: 'shop/web', to: 'shop/db', ...asked },
  );
}

describe('weir list flows with stateless policies', () => {
  it('lists no connection whose replies no rule lets back, and says why', () => {
    expect(flows(policy('db', FROM_WEB))).toBe('');
    expect(flows(policy('db', FROM_WEB), { explain: true })).toContain(
      "TCP 5432: dropped\n    ingress of the destination: dropped by 'replies of a stateless policy are not tracked: they pass only by rules of their own, and none lets them' of NetworkPolicy shop/db (policies.yaml:5)",
    );
  });

  it('lists those whose replies pass by rules of their own', () => {
    expect(flows(policy('db', `${FROM_WEB}, ${TO_WEB}`))).toBe(
      'shop/web[Deployment] => shop/db[StatefulSet] : TCP 5432',
    );
  });

  it('takes policies for stateful where the settings do not let them be stateless', () => {
    expect(flows(policy('db', FROM_WEB), { settings: 'ipFamilies: [IPv4]' })).toBe(
      'shop/web[Deployment] => shop/db[StatefulSet] : TCP 5432',
    );
  });

  it('lists no connection if a rule drops replies to some of the ports that clients use', () => {
    const guard = (ports: string): string => `---
apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata: {name: guard}
spec:
  priority: 1
  subject: {namespaces: {}}
  egress: [{action: Deny, to: [{namespaces: {}}], ports: [{portRange: {protocol: TCP, ${ports}}}]}]
`;
    const answered = policy('db', `${FROM_WEB}, ${TO_WEB}`);
    expect(flows(answered + guard('start: 40000, end: 40001'))).toBe('');
    expect(flows(answered + guard('start: 1000, end: 1001'))).toBe(
      'shop/web[Deployment] => shop/db[StatefulSet] : TCP 5432',
    );
  });

  it('takes what a load balancer sends on for tracked where its sender is', () => {
    const lines = flows(policy('web', TO_DB), { withServices: true }).split('\n');
    expect(lines).toContain('shop/web[Deployment] => shop/db[Service] : TCP 5432');
    expect(lines.join('\n')).not.toContain('shop/db[StatefulSet] : TCP');
  });
});
