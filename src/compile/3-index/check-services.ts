import type { Namespace, Service, ServicePort } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Reporter } from '../../model/diagnostic.js';
import { MAX_AFFINITY_TIMEOUT, hasAffinityTimeout } from '../../ovn-kubernetes/affinity.js';
import { createReportAt } from '../../model/report-at.js';
import type { ServiceForms } from '../../model/release.js';
import type { ObjectsByKind } from './inventory.js';
import { messages } from './messages.js';
import { readServiceAddresses } from './service-addresses.js';
import { messages as serviceMessages } from './service-messages.js';
import { readServicePort } from './service-ports.js';
import { asObject, asList } from '../../std/json.js';

/** Inventory objects that Services are checked against. */
interface Inventory {
  readonly services: ReadonlyMap<string, Service>;
  readonly namespaces: ReadonlyMap<string, Namespace>;
  /** Manifests by kind. */
  readonly ofKind: ObjectsByKind;
}

/** Reports problems of Services that load balancers are made from. */
export function checkIndexedServices(
  { services, namespaces, ofKind }: Inventory,
  { topology, release }: Configuration,
  report: Reporter,
): void {
  const elsewhere = new Set<string>();
  const served = [...services.values()].filter(({ hasClusterIP }) => hasClusterIP);
  for (const service of served) {
    const { namespace } = service;
    const network = namespaces.get(namespace)?.primaryNetwork;
    if (namespace === '') createReportAt(service.manifest, report)(messages.missingNamespace('Service'), '/metadata');
    else if (!network) checkService(service, release.services, report);
    // Reported once per namespace, because all its Services are alike.
    else if (elsewhere.size < elsewhere.add(namespace).size) {
      const location = { origin: network.manifest.origin, pointer: '/metadata/name' };
      const related = [{ message: `${network.manifest.kind} ${network.name} is the network`, location }];
      const finding = serviceMessages.userDefinedNetwork(namespace, network.name);
      createReportAt(service.manifest, report)(finding, '/metadata/namespace', related);
    }
  }
  if (served.length === 0 && topology === 'external')
    report({ ...serviceMessages.noServices(), location: { path: '' } });
  const hasEndpoints = ['EndpointSlice', 'Endpoints'].some((kind) => (ofKind.get(kind) ?? []).length > 0);
  if (served.length > 0 && !hasEndpoints) {
    report({ ...serviceMessages.noSlices(served.length), location: { path: '' } });
  }
}

function checkService(service: Service, forms: ServiceForms, report: Reporter): void {
  const { manifest, ports, affinityTimeout = 0 } = service;
  const { targetPorts } = forms;
  const reportAt = createReportAt(manifest, report);
  if (affinityTimeout > MAX_AFFINITY_TIMEOUT && hasAffinityTimeout(service, forms)) {
    const finding = serviceMessages.affinityTooLong(affinityTimeout, MAX_AFFINITY_TIMEOUT);
    reportAt(finding, '/spec/sessionAffinityConfig/clientIP/timeoutSeconds');
  }
  for (const { text, address, pointer } of readServiceAddresses(manifest)) {
    if (text !== '' && address === undefined) reportAt(serviceMessages.badAddress(text), pointer);
  }
  let place = 0;
  for (const [index, item] of asList(asObject(manifest.object.spec)?.ports).entries()) {
    const pointer = `/spec/ports/${index}`;
    if (!readServicePort(item)) {
      reportAt(serviceMessages.badPort(), pointer);
      continue;
    }
    const port = ports[place++];
    if (!port || port.numbers.length < 2) continue;
    if (targetPorts === 'lowest') reportAt(serviceMessages.severalTargetPorts(nameOf(port), port.numbers), pointer);
    const [target] = port.targets;
    if (targetPorts === 'last' && target)
      reportAt(serviceMessages.sharedTargetPort(nameOf(port), port.numbers, target.port), pointer);
  }
}

function nameOf({ name, protocol, port }: ServicePort): string {
  return name === '' ? `port ${port}/${protocol}` : `port ${name}`;
}
