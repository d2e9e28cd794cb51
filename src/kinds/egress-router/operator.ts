import type { ObjectIntent } from '../../model/intent/kubernetes-object.js';
import type { Manifest } from '../../model/manifest.js';
import { causeOf } from '../shared/cause.js';
import type { KindContext } from '../contract/kind-context.js';
import type { ReportAt } from '../../model/report-at.js';
import type { EgressRouterSpec, RedirectRule } from './check.js';
import { messages } from './messages.js';
import type { JsonObject } from '../../std/json.js';

/** Names that the operator gives the objects of every router. */
const ATTACHMENT = 'egress-router-cni-nad';
const DEPLOYMENT = 'egress-router-cni-deployment';
const LABELS = { app: 'egress-router-cni' };
/** Image name that the operator writes if none is configured. */
const NO_IMAGE = '';

/** Says what the API promises and OpenShift's operator (4.15) and its plugin do not do. */
export function reportOperator({ addresses, networkInterface, redirect }: EgressRouterSpec, reportAt: ReportAt): void {
  const [first] = addresses;
  if (addresses.length > 1) reportAt(messages.onlyFirstAddress(addresses.length), '/spec/addresses/1');
  if (first?.ip.includes(':')) reportAt(messages.ipv6Fails(first.ip), '/spec/addresses/0/ip');
  const { mode = 'Bridge', master } = networkInterface?.macvlan ?? {};
  if (mode !== 'Bridge') reportAt(messages.interfaceIgnored('mode'), '/spec/networkInterface/macvlan/mode');
  if (master !== undefined) reportAt(messages.interfaceIgnored('master'), '/spec/networkInterface/macvlan/master');
  if (redirect.fallbackIP !== undefined) reportAt(messages.fallbackIgnored(), '/spec/redirect/fallbackIP');
}

/**
 * Returns the attachment and the Deployment that OpenShift's operator (4.15) renders for a router, to the byte. `uid`
 * is that of the router in the cluster: without it there can be no owner reference.
 */
export function operatorObjects(
  manifest: Manifest,
  spec: EgressRouterSpec,
  uid: string | undefined,
  { configuration }: KindContext,
): ObjectIntent[] {
  const { image = NO_IMAGE, releaseVersion } = configuration.egressRouter;
  const metadataOf = (name: string, labels?: JsonObject): JsonObject => ({
    name,
    namespace: manifest.namespace,
    annotations: { 'release.openshift.io/version': releaseVersion },
    ...(labels ? { labels } : {}),
    ...(uid === undefined ? {} : { ownerReferences: [ownerOf(manifest, uid)] }),
  });
  const gateway = spec.addresses[0]?.gateway ?? '';
  const objects: JsonObject[] = [
    {
      apiVersion: 'k8s.cni.cncf.io/v1',
      kind: 'NetworkAttachmentDefinition',
      metadata: metadataOf(ATTACHMENT),
      spec: { config: pluginConfig(spec) },
    },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: metadataOf(DEPLOYMENT, LABELS),
      spec: {
        replicas: 1,
        selector: { matchLabels: LABELS },
        template: {
          metadata: {
            labels: LABELS,
            annotations: {
              'target.workload.openshift.io/management': '{"effect": "PreferredDuringScheduling"}',
              'k8s.v1.cni.cncf.io/networks': `[\n  {\n    "name":"${ATTACHMENT}",\n    "default-route": ["${gateway}"]\n  }\n]\n`,
            },
          },
          spec: { containers: [containerOf(image)] },
        },
      },
    },
  ];
  return objects.map((object) => ({ effect: 'object', object, cause: causeOf(manifest, '') }));
}

function ownerOf({ apiVersion, kind, name }: Manifest, uid: string): JsonObject {
  return { apiVersion, kind, name, uid, controller: true };
}

function containerOf(image: string): JsonObject {
  return {
    name: 'egress-router-cni-pod',
    image,
    command: ['/bin/sh', '-c', 'sleep infinity'],
    terminationMessagePolicy: 'FallbackToLogsOnError',
    resources: { requests: { cpu: '100m' } },
  };
}

/**
 * Returns the plugin configuration. The operator's template joins its lines into one, except for the break after the
 * destinations.
 */
function pluginConfig({ addresses, redirect }: EgressRouterSpec): string {
  const ip = addresses[0]?.ip ?? '';
  const gateway = addresses[0]?.gateway ?? '';
  const destinations = JSON.stringify((redirect.redirectRules ?? []).map(destinationText));
  const fallback = redirect.fallbackIP === undefined ? '' : `"fallbackIP": "${redirect.fallbackIP}",\n`;
  return [
    `{ "cniVersion": "0.4.0", "type": "egress-router", "name": "${ATTACHMENT}", `,
    `"ip": { "addresses": [ "${ip}" ], "destinations": ${destinations},\n${fallback}"gateway": "${gateway}" }, `,
    `"log_file": "/tmp/egress-router-log", "log_level": "debug" }`,
  ].join('');
}

function destinationText({ port, protocol, destinationIP, targetPort }: RedirectRule): string {
  return [port, protocol, destinationIP, ...(targetPort === undefined ? [] : [targetPort])].join(' ');
}
