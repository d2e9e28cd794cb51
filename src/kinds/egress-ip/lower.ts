import type { Configuration } from '../../model/configuration.js';
import type {
  EgressPoint,
  Intent,
  ObjectIntent,
  RerouteIntent,
  StatusIntent,
  TranslateIntent,
} from '../../model/intent.js';
import type { Address } from '../../net/address.js';
import { isCloud } from '../../claims/platform.js';
import { causeOf } from '../cause.js';
import type { Assignment } from './placement.js';
import type { ResolvedEgressIPs } from './resolve.js';
import type { ServedEgressIP } from './winner.js';

/** Mark of an EgressIP that has none: packets keep theirs. */
const NO_MARK = 0;

/**
 * For each EgressIP: a reroute of the pods that it serves, a translation at each of its points, on a cloud the objects that
 * attach its addresses, and its status.
 */
export function lowerEgressIPs({ served, marks }: ResolvedEgressIPs, { platform }: Configuration): Intent[] {
  return served.flatMap((one) => {
    const { request, assignments } = one.placed;
    const mark = marks.get(request.name) ?? NO_MARK;
    return [
      ...trafficOf(one, mark),
      ...(isCloud(platform) ? assignments.map((assignment) => cloudObjectOf(one, assignment)) : []),
      statusOf(one),
    ];
  });
}

function trafficOf({ placed: { request, assignments }, pods }: ServedEgressIP, mark: number): Intent[] {
  if (pods.length === 0 || assignments.length === 0) return [];
  const points = assignments.map(pointOf);
  const reroute: RerouteIntent = { effect: 'reroute', pods, points, cause: causeOf(request.manifest, '/spec') };
  const translations = assignments.map((assignment): TranslateIntent => ({
    effect: 'translate',
    pods,
    point: pointOf(assignment),
    mark,
    cause: causeOf(request.manifest, `/spec/egressIPs/${assignment.address.index}`),
  }));
  return [reroute, ...translations];
}

function pointOf({ address, node, hosting: { network, prefix } }: Assignment): EgressPoint {
  return { address: address.text, family: address.address.family, node, network, prefix };
}

/** The live controllers write the items alone, without conditions; an address without a node leaves no trace. */
function statusOf({ placed: { request, assignments } }: ServedEgressIP): StatusIntent {
  const items = assignments.map(({ address, node }) => ({ egressIP: address.text, node: node.name }));
  return { effect: 'status', subresource: '', status: { items }, cause: causeOf(request.manifest, '') };
}

function cloudObjectOf({ placed: { request } }: ServedEgressIP, { address, node }: Assignment): ObjectIntent {
  return {
    effect: 'object',
    object: {
      apiVersion: 'cloud.network.openshift.io/v1',
      kind: 'CloudPrivateIPConfig',
      metadata: {
        name: cloudNameOf(address.address, address.text),
        annotations: { 'k8s.ovn.org/egressip-owner-ref': request.name },
      },
      spec: { node: node.name },
    },
    cause: causeOf(request.manifest, `/spec/egressIPs/${address.index}`),
  };
}

/** IPv4 in dotted text; IPv6 as eight groups of four digits, joined by dots (OpenShift 4.15). */
function cloudNameOf({ family, value }: Address, text: string): string {
  if (family === 'IPv4') return text;
  return (value.toString(16).padStart(32, '0').match(/.{4}/g) ?? []).join('.');
}
