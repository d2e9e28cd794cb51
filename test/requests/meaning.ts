import { expect } from 'vitest';
import { interpret } from '../../src/compile/compile.js';
import { prepare } from '../../src/compile/prepare.js';
import { exposureOf } from '../../src/kinds/shared/exposure.js';
import type { Report } from '../../src/model/diagnostic.js';
import type { RequestContext } from '../../src/requests/trace.js';
import { configurationOf } from '../compile/3-index/inventory.js';

/** What manifests mean; none of them has an error. */
export function meaningOf(
  manifests: string,
  configurationText = 'ingressControllers: [{name: default, domain: apps.example.com}]\n',
): RequestContext {
  const configuration = configurationOf(configurationText);
  const input = { configuration, files: [{ path: 'shop.yaml', text: manifests }] };
  const errors: string[] = [];
  const report = ({ severity, message }: Report): void => {
    if (severity === 'error') errors.push(message);
  };
  const prepared = prepare(input, report, () => undefined);
  const { intents } = interpret(prepared, input);
  expect(errors).toEqual([]);
  return { exposure: exposureOf(prepared.context), intents, cluster: prepared.context.cluster, configuration };
}

/** A Route; `rest` are further fields of its spec, in YAML. */
export function route(name: string, host: string, rest = '', annotations = ''): string {
  const [namespace, own] = name.includes('/') ? name.split('/') : ['shop', name];
  return `
apiVersion: route.openshift.io/v1
kind: Route
metadata: {name: ${own ?? ''}, namespace: ${namespace ?? ''}, annotations: {${annotations}}}
spec: {host: ${host}, to: {name: web}${rest === '' ? '' : `, ${rest}`}}
---`;
}

/** Pods of Service shop/web on two nodes. */
export const WEB = ['10.128.2.4', '10.129.2.4']
  .map(
    (address, index) => `
apiVersion: v1
kind: Pod
metadata: {name: web-${index}, namespace: shop, labels: {app: web}}
spec: {nodeName: worker-${index}}
status: {phase: Running, podIPs: [{ip: ${address}}], conditions: [{type: Ready, status: "True"}]}
---`,
  )
  .concat([
    `
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec: {selector: {app: web}, clusterIP: 172.30.1.1, ports: [{port: 80, targetPort: 8080}]}
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: web-1, namespace: shop, labels: {kubernetes.io/service-name: web}}
addressType: IPv4
ports: [{port: 8080}]
endpoints:
- {addresses: [10.128.2.4], conditions: {ready: true}, nodeName: worker-0, targetRef: {kind: Pod, name: web-0}}
- {addresses: [10.129.2.4], conditions: {ready: true}, nodeName: worker-1, targetRef: {kind: Pod, name: web-1}}
---`,
  ])
  .join('');
