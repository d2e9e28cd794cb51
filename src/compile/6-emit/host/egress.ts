import type { Node, NodeInterface, Pod } from '../../../model/cluster.js';
import type { Configuration } from '../../../model/configuration.js';
import type { Reporter } from '../../../model/diagnostic.js';
import type { Cause } from '../../../model/intent/cause.js';
import type { TranslateIntent } from '../../../model/intent/egress-point.js';
import type { Family } from '../../../net/address.js';
import { formatPrefix } from '../../../net/prefix.js';
import { messages } from '../shared/messages.js';
import { resourceText } from '../shared/provenance.js';
import { findInterface } from './interface.js';
import { NODE_ANNOTATION } from '../../../ovn-kubernetes/annotations.js';
import { annotationPointer } from '../../../yaml/locate.js';

/** Pod traffic that a host sends out of one of its interfaces with another source address. Addresses are canonical. */
export interface HostTranslation {
  readonly family: Family;
  readonly podAddress: string;
  readonly egressAddress: string;
  readonly interface: NodeInterface;
  readonly cause: Cause;
}

/** Translations of a node's host for egress addresses in its secondary networks. */
export interface HostEgress {
  readonly node: Node;
  /** Translations in byte order of the pods' addresses, each of which occurs once. Never empty. */
  readonly translations: readonly HostTranslation[];
  /** `<kind> <name>` of the resources that require them, sorted. */
  readonly sources: readonly string[];
}

/**
 * Collects the translations of the hosts, in byte order of node names. A pod address has one translation on a node,
 * that of the first intent. An address without a known interface on its node is reported and not translated there.
 */
export function collectHostEgress(
  intents: readonly TranslateIntent[],
  configuration: Configuration,
  report: Reporter,
): readonly HostEgress[] {
  const byNode = new Map<Node, TranslateIntent[]>();
  for (const intent of intents) {
    const { address, network, node } = intent.point;
    if (network !== 'secondary' || !configuration.ipFamilies.includes(address.family)) continue;
    const known = byNode.get(node);
    if (known) known.push(intent);
    else byNode.set(node, [intent]);
  }
  return [...byNode]
    .sort(([a], [b]) => (a.name < b.name ? -1 : 1))
    .map(([node, own]) => hostEgressOf(node, own, configuration, report))
    .filter(({ translations }) => translations.length > 0);
}

function hostEgressOf(
  node: Node,
  intents: readonly TranslateIntent[],
  configuration: Configuration,
  report: Reporter,
): HostEgress {
  const translations = new Map<string, HostTranslation>();
  const sources = new Set<string>();
  for (const intent of intents) {
    const { address } = intent.point;
    const found = findInterface(node, address, configuration);
    if (!found) {
      reportMissing(intent, report);
      continue;
    }
    const { family, text: egressAddress } = address;
    for (const podAddress of addressesOf(intent.pods, family)) {
      if (translations.has(podAddress)) continue;
      translations.set(podAddress, { family, podAddress, egressAddress, interface: found, cause: intent.cause });
      sources.add(resourceText(intent.cause));
    }
  }
  return {
    node,
    translations: [...translations.values()].sort((a, b) => (a.podAddress < b.podAddress ? -1 : 1)),
    sources: [...sources].sort(),
  };
}

function addressesOf(pods: readonly Pod[], family: Family): string[] {
  return pods.flatMap(({ addresses }) => addresses.flatMap((one) => (one.family === family ? [one.text] : [])));
}

function reportMissing({ point: { address, node, prefix }, cause }: TranslateIntent, report: Reporter): void {
  const { kind, namespace, name, origin, pointer } = cause;
  const annotation = annotationPointer(NODE_ANNOTATION.hostCIDRs);
  report({
    ...messages.unknownInterface(address.text, node.name, formatPrefix(prefix)),
    location: { origin, pointer },
    resource: { kind, namespace, name },
    related: [
      {
        message: `Node ${node.name} has an address on the network`,
        location: { origin: node.manifest.origin, pointer: annotation },
      },
    ],
  });
}
