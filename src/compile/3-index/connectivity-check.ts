import type { ConnectivityCheck, Pod } from '../../model/cluster.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import { createReportAt } from '../../model/report-at.js';
import { type CanonicalAddress, readAddress } from '../../net/address.js';
import { subdomainProblems } from '../../selectors/syntax.js';
import { messages } from './connectivity-check-messages.js';
import { type JsonObject, asObject, asList, asString } from '../../std/json.js';

/**
 * Reads PodNetworkConnectivityChecks (OpenShift 4.15), which state that a pod is expected to reach an endpoint. Reports
 * violations of the API's patterns, and unknown pods unless the inventory has no pod at all. Only endpoints that are an
 * address with a port count.
 */
export function readConnectivityChecks(
  manifests: readonly Manifest[],
  known: readonly Pod[],
  report: Reporter,
): ConnectivityCheck[] {
  if (manifests.length === 0) return [];
  const pods = new Map(known.map((pod) => [`${pod.namespace}/${pod.name}`, pod]));
  return manifests.flatMap((manifest): ConnectivityCheck[] => {
    const { namespace, object } = manifest;
    const reportAt = createReportAt(manifest, report);
    const spec = asObject(object.spec) ?? {};
    const podName = asString(spec.sourcePod) ?? '';
    const text = asString(spec.targetEndpoint) ?? '';
    const pod = pods.get(`${namespace}/${podName}`);
    if (subdomainProblems(podName).length > 0) reportAt(messages.badSourcePod(podName), '/spec/sourcePod');
    else if (pods.size > 0 && !pod) reportAt(messages.missingPod(`${namespace}/${podName}`), '/spec/sourcePod');
    if (!isEndpoint(text)) reportAt(messages.badEndpoint(text), '/spec/targetEndpoint');
    const endpoint = readEndpoint(text);
    if (!pod || !endpoint) return [];
    return [{ pod, ...endpoint, ...readReachable(object), manifest }];
  });
}

/** Returns true if a text has the pattern of the API: characters without blanks, a colon, and optional digits. */
function isEndpoint(text: string): boolean {
  const colon = text.lastIndexOf(':');
  return colon > 0 && !/\s/.test(text) && /^[0-9]*$/.test(text.slice(colon + 1));
}

/** Reads an endpoint such as `10.128.0.7:8080` or `[fd01::7]:8080`. Returns undefined for names, and without a port. */
function readEndpoint(text: string): { readonly address: CanonicalAddress; readonly port: number } | undefined {
  const colon = text.lastIndexOf(':');
  const host = text.slice(0, colon);
  const address = readAddress(host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host);
  const port = /^[0-9]{1,5}$/.test(text.slice(colon + 1)) ? Number(text.slice(colon + 1)) : 0;
  return address && port > 0 && port <= 65_535 ? { address, port } : undefined;
}

/** Returns the status of the condition `Reachable`, if it is True or False. */
function readReachable({ status }: JsonObject): { readonly isReachable?: boolean } {
  const condition = asList(asObject(status)?.conditions)
    .map(asObject)
    .find((one) => one?.type === 'Reachable');
  return condition?.status === 'True' || condition?.status === 'False'
    ? { isReachable: condition.status === 'True' }
    : {};
}
