import { compareText } from '../../../std/compare-text.js';
import { groupBy } from '../../../std/group-by.js';
import type { Cluster } from '../../../model/cluster.js';
import type { Cause } from '../../../model/intent/cause.js';
import type { Intent } from '../../../model/intent.js';
import { intentsWith } from '../../../model/intents-by-effect.js';
import type { HostTranslateIntent, RoutedSource, RouteTableIntent } from '../../../model/intent/host.js';
import type { Family } from '../../../net/address.js';
import { resourceText } from '../shared/provenance.js';

/** Traffic of an endpoint that the host sends out with another source address. Addresses are canonical. */
export interface ServiceTranslation {
  readonly family: Family;
  readonly endpoint: string;
  readonly address: string;
  /** `<namespace>/<name>` of the resource. */
  readonly owner: string;
  readonly cause: Cause;
}

/** Source address whose routes the host looks up in a separate table. */
export interface TableRule {
  readonly family: Family;
  readonly from: string;
  readonly sport?: number;
  /** Number or name of the table. */
  readonly table: string;
  readonly cause: Cause;
}

/** Translations and rules of a node's host for the endpoints of services. */
export interface HostServices {
  /** Translations in byte order of the endpoints, each of which occurs once. */
  readonly serviceTranslations: readonly ServiceTranslation[];
  /** Rules, IPv4 first, in byte order of the sources, then by their ports. Each source occurs once. */
  readonly tableRules: readonly TableRule[];
  /** `<kind> <name>` of the resources that require it, sorted. */
  readonly sources: readonly string[];
}

interface HostServicesBuilder {
  readonly translations: Map<string, ServiceTranslation>;
  readonly rules: Map<string, TableRule>;
  readonly sources: Set<string>;
}

/**
 * Collects the work of hosts for services: node name → translations and rules. A source has one rule on a node. An
 * intent for this node alone takes precedence, else the first intent.
 */
export function collectHostServices(intents: readonly Intent[], { nodes }: Cluster): ReadonlyMap<string, HostServices> {
  const drafts = new Map<string, HostServicesBuilder>();
  const draftOf = (node: string): HostServicesBuilder => {
    const known = drafts.get(node) ?? { translations: new Map(), rules: new Map(), sources: new Set() };
    drafts.set(node, known);
    return known;
  };
  for (const intent of intentsWith(intents, 'translate-on-host')) addTranslations(draftOf(intent.host.name), intent);
  const tables = intentsWith(intents, 'route-table');
  for (const intent of tables) if (intent.host) addRules(draftOf(intent.host.name), intent, intent.sources);
  for (const intent of tables) {
    if (intent.host) continue;
    const onOne = groupBy(intent.sources, ({ nodeName }) => nodeName);
    const everywhere = onOne.get(undefined) ?? [];
    for (const { name } of nodes) {
      const rules = [...everywhere, ...(onOne.get(name) ?? [])];
      if (rules.length > 0) addRules(draftOf(name), intent, rules);
    }
  }
  return new Map([...drafts].map(([node, draft]) => [node, finish(draft)]));
}

function addTranslations({ translations, sources }: HostServicesBuilder, intent: HostTranslateIntent): void {
  const { address, cause } = intent;
  const { family } = address;
  sources.add(resourceText(cause));
  for (const { address: endpoint } of intent.sources) {
    if (translations.has(endpoint.text)) continue;
    translations.set(endpoint.text, {
      family,
      endpoint: endpoint.text,
      address: address.text,
      owner: `${cause.namespace}/${cause.name}`,
      cause,
    });
  }
}

function addRules(
  { rules, sources }: HostServicesBuilder,
  { table, cause }: RouteTableIntent,
  added: readonly RoutedSource[],
): void {
  sources.add(resourceText(cause));
  for (const { address, port } of added) {
    const { family, text } = address;
    const key = `${text} ${port ?? ''}`;
    if (!rules.has(key))
      rules.set(key, { family, from: text, ...(port === undefined ? {} : { sport: port }), table, cause });
  }
}

function finish({ translations, rules, sources }: HostServicesBuilder): HostServices {
  return {
    serviceTranslations: [...translations.values()].sort((a, b) => (a.endpoint < b.endpoint ? -1 : 1)),
    tableRules: [...rules.values()].sort(
      (a, b) => compareText(a.family, b.family) || compareText(a.from, b.from) || (a.sport ?? 0) - (b.sport ?? 0),
    ),
    sources: [...sources].sort(),
  };
}
