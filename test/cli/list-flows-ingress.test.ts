import { describe, expect, it } from 'vitest';
import { findIn, listFlows } from './flows.js';

/** A workload with a named port, and two Services of it. */
const WORKLOADS = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, ports: [{name: https, containerPort: 8443}]}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: admin, namespace: shop}
spec: {template: {metadata: {labels: {app: admin}}}}
---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec:
  selector: {app: web}
  ports: [{name: plain, port: 80, targetPort: 8080}, {name: secure, port: 443, targetPort: https}, {name: quic, port: 443, protocol: UDP}]
---
apiVersion: v1
kind: Service
metadata: {name: admin, namespace: shop}
spec: {selector: {app: admin}, ports: [{port: 9000}]}
`;
const FROM = { from: 'ingress-controller' };

function ingress(spec: string): string {
  return `
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: shop, namespace: shop}
spec: ${spec}
`;
}

function pathTo(name: string, port: string): string {
  const backend = `{service: {name: ${name}, port: ${port}}}`;
  return `{host: shop.example, http: {paths: [{path: /, pathType: Prefix, backend: ${backend}}]}}`;
}

function route(spec: string): string {
  return `
apiVersion: route.openshift.io/v1
kind: Route
metadata: {name: shop, namespace: shop}
spec: ${spec}
`;
}

function policy(from: string): string {
  return `
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: web, namespace: shop}
spec: {podSelector: {}, ingress: [{from: [${from}]}]}
`;
}

/** What ingress controllers may connect to because of some more objects. */
function listRequests(...more: readonly string[]): string[] {
  const text = listFlows({ 'workloads.yaml': WORKLOADS, 'more.yaml': more.join('---') }, FROM);
  return text === '' ? [] : text.split('\n');
}

describe('weir list flows with ingress controllers', () => {
  it('has none of them where nothing leads from outside to a pod', () => {
    expect(listRequests()).toEqual([]);
    expect(listRequests(ingress(`{rules: [${pathTo('gone', '{number: 80}')}]}`))).toEqual([]);
  });

  it('leads from the ports of Services that Ingresses name to those that the pods listen on', () => {
    const rules = [pathTo('web', '{number: 80}'), pathTo('web', '{name: secure}')].join();
    const backend = '{service: {name: admin, port: {number: 9000}}}';
    expect(listRequests(ingress(`{rules: [${rules}], defaultBackend: ${backend}}`))).toEqual([
      '{ingress-controller} => shop/admin[Deployment] : TCP 9000',
      '{ingress-controller} => shop/web[Deployment] : TCP 8080,8443',
    ]);
  });

  it('takes the target port of a Service for the port of an Ingress, as ingress-nginx does', () => {
    const rules = [pathTo('web', '{number: 8080}'), pathTo('web', '{name: https}')].join();
    expect(listRequests(ingress(`{rules: [${rules}]}`))).toEqual([
      '{ingress-controller} => shop/web[Deployment] : TCP 8080,8443',
    ]);
  });

  it.each([
    ['every port over TCP where it names none', '', 'TCP 8080,8443'],
    ['a port of the Service by its name', ', port: {targetPort: plain}', 'TCP 8080'],
    ['a port of the pods by its number', ', port: {targetPort: 8443}', 'TCP 8443'],
  ])('leads from a Route to %s', (_, port, connections) => {
    expect(listRequests(route(`{to: {kind: Service, name: web}${port}}`))).toEqual([
      `{ingress-controller} => shop/web[Deployment] : ${connections}`,
    ]);
  });

  it('sends nothing to a Service of weight 0', () => {
    const others = '[{kind: Service, name: admin, weight: 1}]';
    expect(listRequests(route(`{to: {kind: Service, name: web, weight: 0}, alternateBackends: ${others}}`))).toEqual([
      '{ingress-controller} => shop/admin[Deployment] : TCP 9000',
    ]);
  });

  it('finds the pods of a Service without a selector by their addresses', () => {
    const pods = `
apiVersion: v1
kind: Pod
metadata: {name: old, namespace: shop}
status: {podIPs: [{ip: 10.128.0.5}]}
---
apiVersion: v1
kind: Service
metadata: {name: old, namespace: shop}
spec: {ports: [{port: 80}]}
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: old, namespace: shop, labels: {kubernetes.io/service-name: old}}
addressType: IPv4
ports: [{port: 8000, protocol: TCP}]
endpoints: [{addresses: [10.128.0.5]}, {addresses: [192.0.2.9]}]
`;
    expect(listRequests(pods, ingress(`{rules: [${pathTo('old', '{number: 80}')}]}`))).toEqual([
      '{ingress-controller} => shop/old[Pod] : TCP 8000',
    ]);
  });

  it('is let in by rules for all pods, and not by rules for labels that nobody knows', () => {
    const toWeb = route('{to: {kind: Service, name: web}, port: {targetPort: plain}}');
    expect(listRequests(toWeb, policy('{namespaceSelector: {}}'))).toHaveLength(1);
    const closed = { 'workloads.yaml': WORKLOADS, 'more.yaml': [toWeb, policy('{podSelector: {}}')].join('---') };
    expect(listFlows(closed, FROM)).toBe('');
    expect(findIn(closed).remarks).toEqual([
      expect.stringMatching(
        /^Ingresses or Routes lead to shop\/web\[Deployment\], but policies deny a pod with unknown labels/,
      ),
    ]);
  });

  it('is in the namespace of the routers where weir.yaml names ingress controllers of OpenShift', () => {
    const labels = 'matchLabels: {network.openshift.io/policy-group: ingress}';
    const more = [
      route('{host: shop.example, to: {kind: Service, name: admin}}'),
      policy(`{namespaceSelector: {${labels}}}`),
    ];
    const files = { 'workloads.yaml': WORKLOADS, 'more.yaml': more.join('---') };
    expect(listFlows(files, FROM)).toBe('');
    expect(listFlows(files, { ...FROM, settings: 'ingressControllers: [{name: default, domain: apps.example}]' })).toBe(
      '{ingress-controller} => shop/admin[Deployment] : TCP 9000',
    );
  });

  it('lists the pods of a workload by themselves where a Service is for some of them', () => {
    const pods = [0, 1].map(
      (index) => `
apiVersion: v1
kind: Pod
metadata:
  name: db-${index}
  namespace: shop
  labels: {app: db, ordinal: "${index}"}
  ownerReferences: [{apiVersion: apps/v1, kind: StatefulSet, name: db, controller: true}]
`,
    );
    const service = `
apiVersion: v1
kind: Service
metadata: {name: first, namespace: shop}
spec: {selector: {ordinal: "0"}, ports: [{port: 5432}]}
`;
    expect(listRequests(...pods, service, route('{to: {kind: Service, name: first}}'))).toEqual([
      '{ingress-controller} => shop/db-0[Pod] : TCP 5432',
    ]);
  });

  it('stands in every format', () => {
    const files = { 'workloads.yaml': WORKLOADS, 'more.yaml': route('{to: {kind: Service, name: admin}}') };
    expect(JSON.parse(listFlows(files, { ...FROM, format: 'json' }))).toEqual({
      flows: [
        { from: '{ingress-controller}', to: 'shop/admin[Deployment]', allow: [{ protocol: 'TCP', ports: '9000' }] },
      ],
    });
    expect(listFlows(files, { ...FROM, format: 'csv' })).toContain(
      '{ingress-controller},shop/admin[Deployment],TCP 9000',
    );
    expect(listFlows(files, { ...FROM, format: 'dot' })).toContain(
      '"{ingress-controller}" -> "shop/admin[Deployment]" [label="TCP 9000"]',
    );
  });

  it('says which object leads there, and which rule lets it in or drops it', () => {
    const files = {
      'workloads.yaml': WORKLOADS,
      'route.yaml': route('{to: {kind: Service, name: admin}}'),
      'policy.yaml': policy('{podSelector: {}}'),
    };
    expect(listFlows(files, { ...FROM, explain: true })).toBe(
      [
        '{ingress-controller} => shop/admin[Deployment] : No Connections',
        '  TCP 9000: asked for by Route shop/shop (route.yaml:2)',
        '  TCP 9000: dropped',
        '    ingress of the destination: dropped by the default deny that NetworkPolicy shop/web (policy.yaml:2) brings',
      ].join('\n'),
    );
  });
});
