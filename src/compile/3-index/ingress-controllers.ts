import { controllerEnvironment } from '../../ingress/controller-environment.js';
import { operatorEnvironment } from '../../ingress/environment.js';
import type { Configuration } from '../../model/configuration.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { IngressController } from '../../model/ingress-controller.js';
import { resourceOf, textOf } from '../../model/kubernetes-object.js';
import type { Manifest } from '../../model/manifest.js';
import { compareText } from '../../std/compare-text.js';
import { asObject } from '../../std/json.js';
import { messages } from './ingress-controller-messages.js';

/** Namespace in which the ingress operator reads IngressControllers. */
const OPERATOR_NAMESPACE = 'openshift-ingress-operator';

/**
 * Returns the ingress controllers of weir.yaml in its order, then those known only from an IngressController
 * (operator.openshift.io/v1), in byte order of their names.
 */
export function collectIngressControllers(
  manifests: readonly Manifest[],
  configuration: Configuration,
  report: Reporter,
): readonly IngressController[] {
  const { ingressControllers: written } = configuration;
  const names = new Set(written.map(({ name }) => name));
  const found = manifests.filter((manifest) => {
    const { name, namespace, origin } = manifest;
    const reportAt = (finding: ReturnType<(typeof messages)['otherNamespace']>): void => {
      report({ ...finding, location: { origin, pointer: '/metadata' }, resource: resourceOf(manifest) });
    };
    if (namespace !== OPERATOR_NAMESPACE) reportAt(messages.otherNamespace(namespace, OPERATOR_NAMESPACE));
    else if (names.has(name)) reportAt(messages.alsoWritten(name));
    else return true;
    return false;
  });
  const others = found.map((manifest) => readController(manifest, configuration));
  return [...written, ...others.sort((a, b) => compareText(a.name, b.name))];
}

function readController({ name, object }: Manifest, configuration: Configuration): IngressController {
  const [spec, status] = [asObject(object.spec) ?? {}, asObject(object.status) ?? {}];
  const domains = [textOf(status.domain), textOf(spec.domain), configuration.clusterIngressDomain ?? ''];
  const domain = domains.find((text) => text !== '') ?? '';
  const named = operatorEnvironment(name, domain);
  // Without a domain, the operator sets neither variable.
  const withoutDomain = { ROUTER_DOMAIN: '', ROUTER_CANONICAL_HOSTNAME: '' };
  return {
    name,
    environment: new Map(
      Object.entries({
        ...named,
        ...(domain === '' ? withoutDomain : {}),
        ...controllerEnvironment(object, configuration),
      }),
    ),
    deniedSecrets: new Set(),
    keepInvalid: false,
  };
}
