import type { Prefix } from '../../net/address.js';
import { titleOf } from '../../model/kubernetes-object.js';
import type { RelatedLocation } from '../../model/diagnostic.js';
import type { ReportAt } from '../../model/report-at.js';
import { formatPrefix, isInside, parsePrefix, withoutLeadingZeros } from '../../net/prefix.js';
import { messages } from './messages.js';
import type { SharedPeers } from './peers.js';
import type { IPBlock } from './policy.js';
import { relatedPod } from './related-pod.js';

/** Reports a block of addresses that change, or that policies never see. */
export function reportBlock(
  { cidr, except = [] }: IPBlock,
  pointer: string,
  shared: SharedPeers,
  reportAt: ReportAt,
): void {
  const block = parsePrefix(withoutLeadingZeros(cidr));
  if (!block) return;
  reportPodNetwork(cidr, block, `${pointer}/cidr`, shared, reportAt);
  const services = serviceNetworkOf(block, shared);
  if (services) {
    const finding = messages.blockInServiceNetwork(cidr, formatPrefix(services));
    reportAt(finding, `${pointer}/cidr`, relatedService(block, shared));
  } else reportExceptions(block, except, pointer, shared, reportAt);
}

function reportPodNetwork(
  text: string,
  block: Prefix,
  pointer: string,
  { context, findPodIn }: SharedPeers,
  reportAt: ReportAt,
): void {
  const network = context.configuration.clusterSubnets.find(({ prefix }) => isInside(block, prefix));
  if (!network) return;
  const holder = findPodIn(block);
  const related = holder && [relatedPod(holder, `${titleOf('Pod', holder)} has an address in it now`)];
  reportAt(messages.blockInPodNetwork(text, formatPrefix(network.prefix)), pointer, related);
}

/** Exceptions for Services, unless the block leaves out the pods behind them too. */
function reportExceptions(
  block: Prefix,
  except: readonly string[],
  pointer: string,
  shared: SharedPeers,
  reportAt: ReportAt,
): void {
  if (except.length === 0) return;
  const exceptions = except.map((text) => parsePrefix(withoutLeadingZeros(text)));
  const { clusterSubnets } = shared.context.configuration;
  const allowsPods = clusterSubnets.some(
    ({ prefix }) => isInside(prefix, block) && !exceptions.some((one) => one && isInside(prefix, one)),
  );
  if (!allowsPods) return;
  for (const [index, text] of except.entries()) {
    const exception = exceptions[index];
    const network = exception && serviceNetworkOf(exception, shared);
    if (!network) continue;
    const finding = messages.exceptionInServiceNetwork(text, formatPrefix(network));
    reportAt(finding, `${pointer}/except/${index}`, relatedService(exception, shared));
  }
}

function serviceNetworkOf(block: Prefix, { context }: SharedPeers): Prefix | undefined {
  return context.configuration.serviceCIDRs.find((network) => isInside(block, network));
}

/** Returns the Service that a block of a single address is for. */
function relatedService(block: Prefix, { serviceAt }: SharedPeers): RelatedLocation[] | undefined {
  const service = serviceAt().get(formatPrefix(block));
  if (!service) return undefined;
  const { origin } = service.manifest;
  return [{ message: `${titleOf('Service', service)} has the ClusterIP`, location: { origin, pointer: '' } }];
}
