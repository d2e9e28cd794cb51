import type { Pod } from '../../model/cluster.js';
import { widthOf } from '../../net/address.js';
import { listPods } from '../../std/list-text.js';
import type { ReportAt } from '../../model/report-at.js';
import type { ListedGateway } from './gateway-list.js';
import { messages } from './messages.js';

/** A pod for which a list of gateways has no route, in the live controllers' words. */
export interface StepFailure {
  readonly pod: Pod;
  readonly error: string;
}

/**
 * Finds the pods without an address of any family of a list of gateways. An empty list requires nothing. OVN-Kubernetes
 * applies static and dynamic gateways in two steps, and each fails separately.
 */
export function findFailures(
  pods: readonly Pod[],
  lists: { readonly fixed: readonly ListedGateway[]; readonly fromPods: readonly ListedGateway[] },
  reportAt: ReportAt,
): StepFailure[] {
  const steps = [
    { gateways: lists.fixed, hops: 'static' },
    { gateways: lists.fromPods, hops: 'dynamic' },
  ];
  return steps.flatMap(({ gateways, hops }) => {
    if (gateways.length === 0) return [];
    const families = new Set(gateways.map(({ address }) => address.family));
    if (families.size === 2) return [];
    const failed = pods.filter(({ addresses }) => !addresses.some(({ family }) => families.has(family)));
    if (failed.length > 0) reportAt(messages.noRouteForPods(listPods(failed), hops), `/spec/nextHops/${hops}`);
    return failed.map((pod) => ({ pod, error: errorOf(pod) }));
  });
}

/** Returns the error of the live controllers, which print the addresses of the pod as those of the gateways. */
function errorOf({ namespace, name, addresses }: Pod): string {
  const list = addresses.map(({ family, text }) => `${text}/${widthOf(family)}`).join(' ');
  return `gateway specified for namespace ${namespace} with gateway addresses [${list}] but no valid routes exist for pod: ${name}`;
}
