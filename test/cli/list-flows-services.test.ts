import { describe, expect, it } from 'vitest';
import { listFlows } from './flows.js';

function workload(name: string, port: number): string {
  return `
apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}, namespace: shop}
spec:
  template:
    metadata: {labels: {app: ${name}, tier: any}}
    spec: {containers: [{name: main, ports: [{name: main, containerPort: ${port}}]}]}
`;
}

function service(name: string, selector: string, ports: string): string {
  return `
apiVersion: v1
kind: Service
metadata: {name: ${name}, namespace: shop}
spec: {selector: {${selector}}, ports: [${ports}]}
`;
}

const WORKLOADS = [workload('web', 8080), workload('db', 5432), workload('job', 9000)];
const SERVICES = [
  service('db', 'app: db', '{name: sql, port: 15432, targetPort: main}, {name: dns, port: 53, protocol: UDP}'),
  service('any', 'tier: any', '{port: 80, targetPort: main}'),
  service('gone', 'app: gone', '{port: 80}'),
];
const POLICY = `
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: db, namespace: shop}
spec: {podSelector: {matchLabels: {app: db}}, ingress: [{from: [{podSelector: {matchLabels: {app: web}}}], ports: [{port: 5432}]}]}
`;

/** Flows to Services, from one workload. */
function listServices(from: string, asked: { readonly explain?: boolean; readonly to?: string } = {}): string[] {
  const files = { 'all.yaml': [...WORKLOADS, ...SERVICES, POLICY].join('---') };
  const lines = listFlows(files, { from, withServices: true, ...asked }).split('\n');
  return asked.to ? lines : lines.filter((line) => line.includes('[Service]'));
}

describe('weir list flows with Services', () => {
  it('lists the ports of a Service whose target ports policies let a pod through to', () => {
    expect(listServices('shop/web')).toEqual([
      'shop/web[Deployment] => shop/any[Service] : TCP 80',
      'shop/web[Deployment] => shop/db[Service] : TCP 15432',
    ]);
  });

  it('lists a port where at least one of the pods behind it takes the connection', () => {
    expect(listServices('shop/job')).toEqual(['shop/job[Deployment] => shop/any[Service] : TCP 80']);
  });

  it('leaves out a Service for the workload that is all of it', () => {
    expect(listServices('shop/db')).toEqual(['shop/db[Deployment] => shop/any[Service] : TCP 80']);
  });

  it('is silent about Services that nobody asks for', () => {
    const files = { 'all.yaml': [...WORKLOADS, ...SERVICES].join('---') };
    expect(listFlows(files)).not.toContain('[Service]');
  });

  it('says where the ports lead', () => {
    expect(listServices('shop/job', { explain: true, to: 'shop/db[Service]' })).toEqual([
      'shop/job[Deployment] => shop/db[Service] : No Connections',
      '  TCP 15432: leads to port 5432 of shop/db[Deployment]',
      '  UDP 53: leads to port 53 of shop/db[Deployment]',
    ]);
  });
});
