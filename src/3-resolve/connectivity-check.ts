import type { Pod } from '../model/cluster.js';
import type { Finding, Reporter } from '../model/diagnostic.js';
import type { Manifest } from '../model/manifest.js';
import { subdomainProblems } from '../selectors/syntax.js';
import { messages } from './connectivity-check-messages.js';
import { asObject, asString } from './fields.js';

/**
 * Checks PodNetworkConnectivityChecks (OpenShift 4.15), which say that a pod shall reach an endpoint: the API's patterns,
 * and whether the pod is there. Where the inventory has no pod at all, nothing is known of that.
 */
export function checkConnectivityChecks(
  manifests: readonly Manifest[],
  podsByNamespace: ReadonlyMap<string, readonly Pod[]>,
  report: Reporter,
): void {
  if (manifests.length === 0) return;
  const known = new Set([...podsByNamespace.values()].flat().map(({ namespace, name }) => `${namespace}/${name}`));
  for (const { kind, namespace, name, origin, object } of manifests) {
    const say = (finding: Finding, pointer: string): void => {
      report({ ...finding, target: { origin, pointer }, resource: { kind, namespace, name } });
    };
    const spec = asObject(object.spec) ?? {};
    const pod = asString(spec.sourcePod) ?? '';
    const endpoint = asString(spec.targetEndpoint) ?? '';
    if (subdomainProblems(pod).length > 0) say(messages.badSourcePod(pod), '/spec/sourcePod');
    else if (known.size > 0 && !known.has(`${namespace}/${pod}`))
      say(messages.missingPod(`${namespace}/${pod}`), '/spec/sourcePod');
    if (!isEndpoint(endpoint)) say(messages.badEndpoint(endpoint), '/spec/targetEndpoint');
  }
}

/** The pattern of the API: something without blanks, a colon, and perhaps digits. */
function isEndpoint(text: string): boolean {
  const colon = text.lastIndexOf(':');
  return colon > 0 && !/\s/.test(text) && /^[0-9]*$/.test(text.slice(colon + 1));
}
