import type { Cluster, Pod } from '../../../model/cluster.js';
import type { Configuration } from '../../../model/configuration.js';
import type { Family } from '../../../net/address.js';
import type { KindContext } from '../../contract/kind-context.js';
import { adviseOnNamespaces, adviseOnPods } from '../../shared/label-advice.js';
import { OTHER_FAMILY } from '../../shared/address-class.js';
import { listPods } from '../../../std/list-text.js';
import { type ReportAt, createReportAt } from '../../../model/report-at.js';
import { messages } from '../messages.js';
import type { PlacedEgressIP } from '../placement/place.js';
import type { ServedEgressIP } from '../selection/winner.js';

/** Reports what is suspicious about the pods of an EgressIP. */
export function reportSelection(
  served: ServedEgressIP,
  { configuration, cluster, report }: Pick<KindContext, 'configuration' | 'cluster' | 'report'>,
): void {
  const reportAt = createReportAt(served.placed.parsed.manifest, report);
  reportSelectors(served, cluster, reportAt);
  reportLost(served, configuration, reportAt);
  if (configuration.ipFamilies.length > 1) reportFamily(served, configuration, reportAt);
}

function reportSelectors(
  { placed: { parsed }, selection }: ServedEgressIP,
  cluster: Cluster,
  reportAt: ReportAt,
): void {
  const { namespaces, pods } = parsed;
  if (namespaces.compiled.isEmpty) reportAt(messages.allNamespaces(), '/spec/namespaceSelector');
  else if (namespaces.compiled.matches({})) reportAt(messages.unlabelledNamespaces(), '/spec/namespaceSelector');
  if (selection.namespaces === 0)
    reportAt(messages.noNamespace(adviseOnNamespaces(namespaces.written, cluster)), '/spec/namespaceSelector');
  else if (selection.pods.length + selection.waiting + selection.onHostNetwork.length === 0 && !pods.compiled.isEmpty) {
    const advice = adviseOnPods({ podSelector: pods.written }, undefined, cluster);
    reportAt(messages.noPod(advice), '/spec/podSelector');
  }
  if (selection.onHostNetwork.length > 0) {
    reportAt(messages.hostNetworkPods(listPods(selection.onHostNetwork)), '/spec/podSelector');
  }
}

function reportLost({ placed, lost }: ServedEgressIP, { interconnect }: Configuration, reportAt: ReportAt): void {
  if (lost.size === 0) return;
  const families = familiesOf(placed);
  for (const [winner, pods] of lost) {
    const { name, manifest } = winner.parsed;
    const related = [
      {
        message: `EgressIP ${name} selects them here`,
        location: { origin: manifest.origin, pointer: '/spec/namespaceSelector' },
      },
    ];
    const own = placed.parsed.name;
    const finding = messages.servedByAnother(listPods(pods), pods.length === 1, name, own, interconnect);
    reportAt(finding, '/spec/namespaceSelector', related);
    const ofWinner = familiesOf(winner);
    for (const family of families) {
      const affected = ofWinner.has(family) ? [] : pods.filter((pod) => hasFamily(pod, family));
      if (affected.length > 0) {
        reportAt(messages.winnerLacksFamily(name, family, listPods(affected)), '/spec/egressIPs', related);
      }
    }
  }
}

function reportFamily(
  { placed: { parsed, assignments }, pods }: ServedEgressIP,
  { disableSnatMultipleGateways, release }: Configuration,
  reportAt: ReportAt,
): void {
  const families = [...new Set(parsed.addresses.map(({ family }) => family))];
  const [family] = families;
  if (families.length !== 1 || !family) return;
  const missing = OTHER_FAMILY[family];
  const dual = pods.filter((pod) => hasFamily(pod, family) && hasFamily(pod, missing));
  if (dual.length === 0) return;
  reportAt(messages.lacksFamily(missing), '/spec/egressIPs');
  if (!disableSnatMultipleGateways || !release.egressIP.displacesBothFamilies) return;
  const translating = assignments.filter(({ hosting }) => hosting.network === 'primary');
  const bare = dual.filter(({ nodeName }) => translating.some(({ node }) => node.name === nodeName));
  if (bare.length > 0) reportAt(messages.untranslatedFamily(missing, listPods(bare)), '/spec/egressIPs');
}

function familiesOf({ assignments }: PlacedEgressIP): ReadonlySet<Family> {
  return new Set(assignments.map(({ address }) => address.family));
}

function hasFamily({ addresses }: Pod, family: Family): boolean {
  return addresses.some((address) => address.family === family);
}
