import { pathOfName } from '../../model/kubernetes-object.js';
import { listNames } from '../../std/list-text.js';
import type { Node } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Finding, Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import { FAMILIES } from '../../net/address.js';
import { messages } from './contradiction-messages.js';
import {
  findForeignJoins,
  findForeignMasquerades,
  findForeignSubnets,
  findForeignTransits,
  evidenceOf,
} from './foreign-addresses.js';
import { fieldsOf } from './fields.js';
import { findOtherCloud, findOtherMachine, findOtherPlatform } from './platform.js';
import type { Evidence } from './evidence.js';
import { NODE_ANNOTATION } from '../../ovn-kubernetes/annotations.js';
import { DEFAULT_ZONE } from '../../ovn-kubernetes/zones.js';

/** Inventory objects that show the cluster's settings. */
interface Observed {
  readonly nodes: readonly Node[];
  readonly zones: ReadonlyMap<string, readonly Node[]>;
  /** Addresses of pods that are outside of the pod networks. */
  readonly podAddresses: readonly Evidence[];
  /** Addresses of Services that are outside of the service networks. */
  readonly services: readonly Evidence[];
  readonly infrastructures: readonly Manifest[];
}

/**
 * Checks the settings of weir.yaml against the inventory. Reports each contradicted setting once, at the first object
 * that contradicts it. The finding is an error if the output would be wrong, and a warning if it is only suspicious.
 */
export function reportContradictions(observed: Observed, configuration: Configuration, report: Reporter): void {
  const { nodes, podAddresses, services } = observed;
  const { features } = configuration;
  const reportEvidence = (evidence: readonly Evidence[], make: (names: string, shown: string) => Finding): void => {
    const [first] = evidence;
    if (!first) return;
    const names = listNames([...new Set(evidence.map(({ resource }) => pathOfName(resource)))]);
    const shown = listNames([...new Set(evidence.map((one) => one.shown))]);
    report({ ...make(names, shown), location: first, resource: first.resource });
  };
  const ofNodes = (find: (node: Node) => readonly Evidence[]): readonly Evidence[] => nodes.flatMap(find);
  reportEvidence(
    ofNodes((node) => findForeignSubnets(node, configuration)),
    messages.nodeSubnetOutside,
  );
  reportEvidence(podAddresses, messages.podAddressOutside);
  reportEvidence(
    ofNodes((node) => findForeignJoins(node, configuration)),
    messages.joinAddressOutside,
  );
  reportEvidence(
    ofNodes((node) => findForeignTransits(node, configuration)),
    messages.transitAddressOutside,
  );
  reportEvidence(
    ofNodes((node) => findForeignMasquerades(node, configuration)),
    messages.otherMasqueradeSubnet,
  );
  // Only load balancers depend on the networks of Services.
  const severity = features.has('services') ? 'error' : 'warning';
  reportEvidence(services, (...texts) => messages.clusterIPOutside(severity, ...texts));
  reportFamilies(observed, configuration, reportEvidence, report);
  reportGatewayModes(observed, configuration, reportEvidence);
  reportZones(observed, configuration, reportEvidence);
  reportPlatform(observed, configuration, reportEvidence);
}

type ReportEvidence = (evidence: readonly Evidence[], make: (names: string, shown: string) => Finding) => void;

/**
 * Reports IP families that only the nodes or only the settings have. A managed topology skips each node of other
 * families, and reports that at the node.
 */
function reportFamilies(
  { nodes }: Observed,
  { ipFamilies, topology }: Configuration,
  reportEvidence: ReportEvidence,
  report: Reporter,
): void {
  if (topology === 'managed') return;
  for (const family of FAMILIES) {
    const having = nodes.filter(({ subnets }) => subnets.some((subnet) => subnet.family === family));
    if (!ipFamilies.includes(family)) {
      reportEvidence(
        having.map((node) => evidenceOf(node, NODE_ANNOTATION.subnets, family)),
        messages.familyOff,
      );
    } else if (having.length === 0 && nodes.some(({ subnets }) => subnets.length > 0)) {
      report({ ...messages.familyUnseen(family), location: { path: '' } });
    }
  }
}

/**
 * Reports nodes with another gateway mode. It is a warning if some nodes match: while nodes change their mode one by
 * one, no value fits all.
 */
function reportGatewayModes({ nodes }: Observed, { gatewayMode }: Configuration, reportEvidence: ReportEvidence): void {
  const others = nodes.filter(({ gateway }) => gateway && gateway.mode !== gatewayMode);
  const severity = nodes.some(({ gateway }) => gateway?.mode === gatewayMode) ? 'warning' : 'error';
  reportEvidence(
    others.map((node) => evidenceOf(node, NODE_ANNOTATION.gateway, node.gateway?.mode ?? '')),
    (...texts) => messages.otherGatewayMode(severity, gatewayMode, ...texts),
  );
}

/**
 * Reports zones that contradict the setting of interconnect. OVN-Kubernetes assigns nodes addresses on the transit
 * switch only with interconnect.
 */
function reportZones(
  { nodes, zones }: Observed,
  { interconnect }: Configuration,
  reportEvidence: ReportEvidence,
): void {
  const linked = nodes.filter(({ transitAddresses }) => transitAddresses.length > 0);
  if (!interconnect && zones.size > 1) {
    const apart = [...zones].flatMap(([zone, [node]]) => (node ? [evidenceOf(node, NODE_ANNOTATION.zone, zone)] : []));
    // The first zone may be that of nodes without the annotation.
    reportEvidence(apart.slice(1), () => messages.zonesApart(listNames([...zones.keys()]), zones.size));
  } else if (!interconnect) {
    reportEvidence(
      linked.map((node) => evidenceOf(node, NODE_ANNOTATION.transitAddresses, '')),
      messages.interconnectOff,
    );
  } else if (linked.length === 0 && nodes.length > 1) {
    const isGlobal = (node: Node): boolean =>
      fieldsOf(node.manifest, () => undefined).annotation(NODE_ANNOTATION.zone) === DEFAULT_ZONE;
    if (nodes.every(isGlobal)) {
      reportEvidence(
        nodes.map((node) => evidenceOf(node, NODE_ANNOTATION.zone, '')),
        messages.interconnectUnseen,
      );
    }
  }
}

/**
 * Reports a platform that contradicts the setting. Annotations of live controllers at the nodes, and OpenShift's
 * Infrastructure, are certain. The machine of a node is not: it may be in a cloud that attaches no egress addresses.
 */
function reportPlatform(
  { nodes, infrastructures }: Observed,
  { platform }: Configuration,
  reportEvidence: ReportEvidence,
): void {
  const certain = [
    ...infrastructures.flatMap((manifest) => findOtherPlatform(manifest, platform)),
    ...nodes.flatMap((node) => findOtherCloud(node, platform)),
  ];
  reportEvidence(certain, (...texts) => messages.otherPlatform('error', platform, ...texts));
  if (certain.length > 0) return;
  const machines = nodes.flatMap((node) => findOtherMachine(node, platform));
  reportEvidence(machines, (...texts) => messages.otherPlatform('warning', platform, ...texts));
}
