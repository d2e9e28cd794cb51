import type { Service } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Finding } from '../../model/diagnostic.js';
import type { KindContext } from '../contract/kind-context.js';
import { ingressOf } from './ingress.js';
import { listNames } from '../../std/list-text.js';
import { type ReportAt, createReportAt } from '../../model/report-at.js';
import { messages } from './messages.js';
import { isNodeLabel, nodeLabelOf } from './node-label.js';
import type { NoHost } from './placement.js';
import { describeRefusals } from './reasons.js';
import { reportPath, reportUnrouted } from './report-path.js';
import { type ParsedEgressService } from './parse.js';
import type { SharedService } from './sharing.js';

/** Reports what is wrong or suspicious about services, their hosts and their endpoints. */
export function reportServices(served: readonly SharedService[], context: KindContext): void {
  const labels = new Map<string, ParsedEgressService>();
  for (const one of served) {
    const { parsed, host } = one.placed;
    const reportAt = createReportAt(parsed.manifest, context.report);
    if (host.type === 'none') {
      const finding = explainNone(host.why, parsed, context);
      if (finding) reportAt(finding, host.why === 'no-node' ? '/spec/nodeSelector' : '/metadata/name');
      continue;
    }
    if (parsed.service) reportService(parsed, parsed.service, context.configuration, reportAt);
    reportLost(one, reportAt);
    if (host.type !== 'node') {
      reportUnrouted(one, context, reportAt);
      continue;
    }
    reportPath(one, host.node, context, reportAt);
    reportLabel(parsed, labels, reportAt);
  }
}

/** Returns undefined for reasons that were reported during reading. */
function explainNone(why: NoHost, parsed: ParsedEgressService, { cluster }: KindContext): Finding | undefined {
  const { key } = parsed;
  switch (why) {
    case 'no-service':
      return messages.noService(key);
    case 'local-gateway-only':
      return messages.localGatewayOnly();
    case 'no-ingress':
      return messages.noIngress(key);
    case 'bad-selector':
    case 'not-assigned':
      return undefined;
    case 'no-endpoints':
      return messages.noEndpoints(key);
    case 'no-node':
      return messages.noHost(describeRefusals(parsed, cluster.nodes));
  }
}

function reportService(
  parsed: ParsedEgressService,
  service: Service,
  { ipFamilies }: Configuration,
  reportAt: ReportAt,
): void {
  const { key, byNetwork, table } = parsed;
  if (!service.isLoadBalancer) {
    reportAt(messages.notALoadBalancer(key), '/metadata/name');
    return;
  }
  if (service.ingress.length === 0) reportAt(messages.noIngress(key), '/metadata/name');
  const isLocal = service.keepsTrafficLocal && table !== undefined && service.ingress.length > 0;
  if (isLocal && service.nodePorts.includes(0)) reportAt(messages.portWithoutNodePort(key), '/spec/network');
  if (byNetwork) return;
  for (const family of ipFamilies) {
    const addresses = ingressOf(service, family);
    const [used, before] = [addresses.at(-1), addresses.at(-2)];
    if (used !== undefined && before !== undefined && new Set(addresses.map(({ text }) => text)).size > 1) {
      reportAt(messages.severalIngressAddresses(key, family, used.text), '/metadata/name');
    }
    if (used === undefined && parsed.sources.some(({ address }) => address.family === family)) {
      reportAt(messages.noIngressAddress(key, family), '/metadata/name');
    }
  }
}

function reportLost({ lost, steered }: SharedService, reportAt: ReportAt): void {
  const relate = (parsed: ParsedEgressService, message: string) => {
    const location = { origin: parsed.manifest.origin, pointer: '/metadata/name' };
    return [{ message: `EgressService ${parsed.key} ${message}`, location }];
  };
  for (const [{ parsed }, addresses] of lost) {
    const related = relate(parsed, 'serves them');
    reportAt(messages.sharedEndpoint(listNames(addresses), parsed.key), '/metadata/name', related);
  }
  for (const [{ parsed, host }, addresses] of steered) {
    const related = relate(parsed, 'has them');
    const node = host.type === 'node' ? host.node.name : '';
    reportAt(messages.endpointHasHost(listNames(addresses), parsed.key, node), '/metadata/name', related);
  }
}

function reportLabel(parsed: ParsedEgressService, labels: Map<string, ParsedEgressService>, reportAt: ReportAt): void {
  const { namespace, name } = parsed.manifest;
  const label = nodeLabelOf(namespace, name);
  const other = labels.get(label);
  if (!other) labels.set(label, parsed);
  else if (isNodeLabel(label)) {
    const location = { origin: other.manifest.origin, pointer: '/metadata/name' };
    reportAt(messages.sharedLabel(label, other.key), '/metadata/name', [
      { message: `EgressService ${other.key} has the same label`, location },
    ]);
  }
}
