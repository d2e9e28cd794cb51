import { createHash } from 'node:crypto';
import type { ManifestObject } from '../../../model/artefact.js';
import type { Configuration } from '../../../model/configuration.js';
import type { RedirectIntent } from '../../../model/intent/redirect.js';
import { deploymentSpec } from './deployment.js';
import { ROUTER_INTERFACE, type RouterFamily } from './families.js';
import type { RouterRoutes } from './routes.js';
import type { JsonObject } from '../../../std/json.js';

/** Placeholder for an unset image. It is reported, and the user must replace it. */
const NO_IMAGE = 'egress-router';

/**
 * Returns the objects of a router, all with its name. They are the attachment, the Deployment with the pod, the files
 * that the pod loads, and the Service that leads to it (OpenShift's API text). `files`: file name → text.
 */
export function routerObjects(
  intent: RedirectIntent,
  families: readonly RouterFamily[],
  routes: RouterRoutes,
  files: ReadonlyMap<string, string>,
  configuration: Configuration,
): ManifestObject[] {
  const { cause } = intent;
  const { name, namespace } = cause;
  // The label by which OpenShift's users find egress routers, and one that distinguishes them.
  const labels = { app: 'egress-router-cni', 'app.kubernetes.io/instance': name };
  const metadata = { name, namespace, labels };
  const data = Object.fromEntries([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
  const digest = createHash('sha256').update(JSON.stringify(data)).digest('hex');
  const attachment = attachmentConfig(intent, families, routes);
  const annotations = {
    'k8s.v1.cni.cncf.io/networks': JSON.stringify([{ name, interface: ROUTER_INTERFACE }]),
    // A pod loads its files when it starts, so other files or another attachment need another pod.
    'checksum/config': createHash('sha256').update(`${digest}\n${attachment}`).digest('hex'),
  };
  const image = configuration.egressRouter.image ?? NO_IMAGE;
  const objects: JsonObject[] = [
    { apiVersion: 'v1', kind: 'ConfigMap', metadata, data },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata,
      spec: deploymentSpec({ labels, annotations, image, configMap: name }),
    },
    {
      apiVersion: 'k8s.cni.cncf.io/v1',
      kind: 'NetworkAttachmentDefinition',
      metadata,
      spec: { config: attachment },
    },
    { apiVersion: 'v1', kind: 'Service', metadata, spec: serviceSpec(intent, labels) },
  ];
  return objects.map((object) => ({ object, causes: [cause] }));
}

/**
 * Returns the CNI configuration. The standard plugins make the interface and its addresses, and the settings that an
 * unprivileged pod cannot make.
 */
function attachmentConfig(
  { cause, interface: { mode, master } }: RedirectIntent,
  families: readonly RouterFamily[],
  { sysctls }: RouterRoutes,
): string {
  const addresses = families.flatMap(({ primary, others }) =>
    [primary, ...others].map(({ address, prefix }) => ({ address: `${address.text}/${prefix.length}` })),
  );
  const macvlan = {
    type: 'macvlan',
    ...(master === undefined ? {} : { master }),
    mode: mode.toLowerCase(),
    ipam: { type: 'static', addresses },
  };
  const plugins = [macvlan, { type: 'tuning', sysctl: sysctls }];
  return `${JSON.stringify({ cniVersion: '0.4.0', name: cause.name, plugins }, null, 2)}\n`;
}

/**
 * Returns the spec of the Service, with one port per redirected one. A fallback needs every port, which only a headless
 * Service offers: its name leads to the pod.
 */
function serviceSpec({ redirections, fallbacks }: RedirectIntent, selector: JsonObject): JsonObject {
  const ports = new Map(
    redirections.map(({ protocol, port }): [string, JsonObject] => [
      `${protocol} ${port}`,
      { name: `${protocol.toLowerCase()}-${port}`, protocol, port, targetPort: port },
    ]),
  );
  const isHeadless = fallbacks.length > 0 || ports.size === 0;
  return {
    ...(isHeadless ? { clusterIP: 'None' } : {}),
    ipFamilyPolicy: 'PreferDualStack',
    selector,
    ...(ports.size === 0 ? {} : { ports: [...ports.values()] }),
  };
}
