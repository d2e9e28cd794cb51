import type { Cluster, Labels } from '../model/cluster.js';
import type { IngressController } from '../model/ingress-controller.js';
import type { RouteResource } from '../model/route.js';
import { compileSelectorText } from '../selectors/selector-text.js';
import { isInDomains } from './dns.js';
import { isOn, variable } from './environment.js';

/** Returns the Routes that a controller selects (its shard), with the hosts that its routers assign. */
export function selectShard(
  routes: readonly RouteResource[],
  controller: IngressController,
  cluster: Cluster,
): RouteResource[] {
  const isSelected = labelTest(variable(controller, 'ROUTE_LABELS'));
  const isServed = labelTest(variable(controller, 'NAMESPACE_LABELS'));
  const namespaces = new Map<string, boolean>();
  const inShard = (namespace: string): boolean => {
    const known = namespaces.get(namespace);
    if (known !== undefined) return known;
    const result = isServed(cluster.namespaces.get(namespace)?.labels ?? {});
    namespaces.set(namespace, result);
    return result;
  };
  return routes
    .filter(({ labels, namespace }) => isSelected(labels) && inShard(namespace))
    .map((route) => {
      const host = assignHost(route, controller);
      return host === route.host ? route : { ...route, host };
    });
}

/** Returns a test for labels. An invalid selector selects nothing, because a router with one does not start. */
function labelTest(text: string): (labels: Labels) => boolean {
  const selector = compileSelectorText(text);
  return 'text' in selector ? () => false : selector.matches;
}

/**
 * Returns the host that the router assigns. A template applies to Routes without a host, to all Routes, or to those in
 * some domains. See the OpenShift router.
 */
function assignHost({ host, subdomain, name, namespace }: RouteResource, controller: IngressController): string {
  const domain = variable(controller, 'ROUTER_DOMAIN');
  const template = variable(controller, 'ROUTER_SUBDOMAIN');
  const isOverridden =
    isOn(controller, 'ROUTER_OVERRIDE_HOSTNAME') || isInDomains(host, variable(controller, 'ROUTER_OVERRIDE_DOMAINS'));
  if (template !== '' && (host === '' || isOverridden)) {
    return template
      .replaceAll('${name}', name)
      .replaceAll('${namespace}', namespace)
      .replace(/^["']+|["']+$/g, '');
  }
  return host === '' && subdomain !== '' && domain !== '' ? `${subdomain}.${domain}` : host;
}
