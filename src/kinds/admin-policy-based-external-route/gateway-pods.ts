import type { Pod } from '../../model/cluster.js';
import type { CanonicalAddress } from '../../net/address.js';
import type { ExternalRouteForms } from '../../model/release.js';
import type { Finding } from '../../model/diagnostic.js';
import { listNames } from '../../std/list-text.js';
import type { ReportAt } from '../../model/report-at.js';
import type { FindCandidates } from './candidates.js';
import type { GatewayEntry } from './gateway-list.js';
import { messages } from './messages.js';
import { selectorProblem } from './namespaces.js';
import { type GatewayProblem, gatewayAddresses } from './network-status.js';
import type { DynamicHop } from './policy.js';

/** Gateways of the dynamic hops, or the error that takes the policy out of service, in the live controllers' words. */
export type DynamicGateways = { readonly entries: readonly GatewayEntry[] } | { readonly error: string };

/** Gateway addresses of the pods of a hop, independent of the policy. */
interface Worth {
  /** Addresses of each pod that has some. */
  readonly addresses: readonly (readonly CanonicalAddress[])[];
  /** The first of the live controllers' errors. */
  readonly error?: string;
  /** At a pointer inside the hop. */
  readonly findings: readonly { readonly finding: Finding; readonly pointer: string }[];
}

export type ResolveDynamicHops = (hops: readonly DynamicHop[], reportAt: ReportAt) => DynamicGateways;

const WRAPPING = 'failed to build updated policy: failed to process dynamic GW: failed to get external GW pod ips: ';
const ANNOTATION = 'k8s.v1.cni.cncf.io/network-status';

/**
 * Returns a function that finds the gateway pods of each hop of a policy and their addresses. Reports every problem.
 * The first problem is the error. Pods that several policies share are inspected once.
 */
export function createGatewaySearch(findCandidates: FindCandidates, forms: ExternalRouteForms): ResolveDynamicHops {
  const known = new Map<readonly Pod[], Map<string, Worth>>();
  const worthOf = (pods: readonly Pod[], network: string): Worth => {
    const byNetwork = known.get(pods) ?? new Map<string, Worth>();
    known.set(pods, byNetwork);
    const worth = byNetwork.get(network) ?? judge(pods, network, forms);
    byNetwork.set(network, worth);
    return worth;
  };
  return (hops, reportAt) => {
    const errors: string[] = [];
    const found: { readonly hop: DynamicHop; readonly pointer: string; readonly worth: Worth }[] = [];
    for (const [index, hop] of hops.entries()) {
      const pointer = `/spec/nextHops/dynamic/${index}`;
      const candidates = findCandidates(hop);
      if ('problem' in candidates) {
        errors.push(selectorProblem(candidates.problem, candidates.field, pointer, reportAt).error);
        continue;
      }
      const worth = worthOf(candidates.pods, hop.networkAttachmentName ?? '');
      for (const { finding, pointer: inside } of worth.findings) reportAt(finding, pointer + inside);
      if (worth.error !== undefined) errors.push(worth.error);
      found.push({ hop, pointer, worth });
    }
    const [error] = errors;
    if (error !== undefined) return { error };
    const entries = found.flatMap(({ hop, pointer, worth }) =>
      worth.addresses.map((addresses) => ({ addresses, monitored: hop.bfdEnabled === true, pointer })),
    );
    return { entries };
  };
}

function judge(pods: readonly Pod[], network: string, forms: ExternalRouteForms): Worth {
  const addresses: (readonly CanonicalAddress[])[] = [];
  const problems = new Map<GatewayProblem | 'without an address', Pod[]>();
  const unready: Pod[] = [];
  let error: string | undefined;
  const isReady = ({ ready, terminating }: Pod): boolean => ready && !terminating;
  const usable = forms.needsReadyGateways ? pods.filter(isReady) : pods;
  for (const pod of usable) {
    const found = addressesOf(pod, network, forms);
    if ('error' in found) error ??= WRAPPING + found.error;
    else if (found.addresses.length > 0) {
      addresses.push(found.addresses);
      if (!isReady(pod)) unready.push(pod);
    }
    const problem = 'error' in found ? found.problem : 'without an address';
    if ('error' in found || found.addresses.length === 0) {
      const known = problems.get(problem);
      if (known) known.push(pod);
      else problems.set(problem, [pod]);
    }
  }
  const findings = [...problems].map(([problem, own]) => tell(problem, titlesOf(own), network));
  if (usable.length === 0) findings.push({ finding: messages.noGatewayPod(listNames(titlesOf(pods))), pointer: '' });
  if (unready.length > 0) findings.push({ finding: messages.gatewayNotReady(titlesOf(unready)), pointer: '' });
  return { addresses, findings, ...(error === undefined ? {} : { error }) };
}

function tell(
  problem: GatewayProblem | 'without an address',
  pods: readonly string[],
  network: string,
): Worth['findings'][number] {
  switch (problem) {
    case 'not on its host':
      return { finding: messages.notOnHostNetwork(pods), pointer: '' };
    case 'not a list':
      return { finding: messages.badNetworkStatus(pods), pointer: '/networkAttachmentName' };
    case 'not in the network':
      return { finding: messages.notInNetwork(pods, network), pointer: '/networkAttachmentName' };
    case 'without an address':
      return { finding: messages.gatewayWithoutAddress(pods), pointer: '' };
  }
}

function titlesOf(pods: readonly Pod[]): string[] {
  return pods.map(({ namespace, name }) => `${namespace}/${name}`);
}

/** Returns the gateway addresses of a pod (OVN-Kubernetes): in the named network, else of its host. */
function addressesOf(
  pod: Pod,
  network: string,
  { networkWord }: ExternalRouteForms,
): { readonly addresses: readonly CanonicalAddress[] } | { readonly error: string; readonly problem: GatewayProblem } {
  const found = gatewayAddresses(pod, network);
  if ('addresses' in found) return found;
  const { namespace, name, networkStatus = '' } = pod;
  if (found.problem === 'not on its host') {
    const combination = `Invalid combination of host network: false and ${networkWord}: `;
    const error = `ignoring pod ${name} as an external gateway candidate. ${combination}`;
    return { error, problem: found.problem };
  }
  const error =
    found.problem === 'not a list'
      ? `unable to unmarshall annotation on pod ${name} ${ANNOTATION} '${networkStatus}': ${found.text}`
      : `unable to find multus network ${network} in pod ${namespace}/${name}`;
  return { error, problem: found.problem };
}
