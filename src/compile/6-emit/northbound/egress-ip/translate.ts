import { protocolOf } from '../address-family.js';
import type { Pod } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { TranslateIntent } from '../../../../model/intent/egress-point.js';
import type { Columns } from '../../../../model/northbound.js';
import { FAMILIES, type Family, formatAddress } from '../../../../net/address.js';
import { natKey } from '../keys.js';
import { gatewayRouterName } from '../../../../ovn-kubernetes/row-names.js';
import { gatewayAddress } from '../../../../ovn-kubernetes/addresses.js';
import { groupBy } from '../../../../std/group-by.js';
import { deferRow } from '../deferred-row.js';
import type { RouterRowDraft } from '../router-row.js';
import { portRangeOf } from '../topology/networks.js';
import { podAddress } from './identity.js';
import { hasGateway } from './next-hop.js';
import { type Translator, translationRow, translatorAt } from './translation-row.js';

/** Translations of a zone's gateway routers, and those that must not exist in addition. */
export interface ZoneTranslations {
  readonly nats: readonly RouterRowDraft[];
  readonly absent: readonly RouterRowDraft[];
}

/**
 * Returns, by zone, the translations at points in the primary network of their node. At other points the host translates.
 * `untranslated` pods get no translation from the gateway router of their own node.
 */
export function shareTranslations(
  intents: readonly TranslateIntent[],
  configuration: Configuration,
  untranslated: ReadonlySet<Pod>,
): ReadonlyMap<string, readonly TranslateIntent[]> {
  const own = intents.filter(
    ({ point: { address, node, network } }) =>
      network === 'primary' && configuration.ipFamilies.includes(address.family) && hasGateway(node, configuration),
  );
  return groupBy(
    own.map((intent) => withoutPods(intent, untranslated)),
    ({ point }) => point.node.zone,
  );
}

/**
 * Returns the translations of a zone: one for each point and pod of the cluster, on the gateway router of the point.
 * `settle` returns
 * the common data of translations, see `translatorFor`.
 */
export function translateInZone(
  own: readonly TranslateIntent[],
  configuration: Configuration,
  settle: (key: string) => Translator,
): ZoneTranslations {
  const nats: RouterRowDraft[] = [];
  for (const intent of own) addTranslations(intent, settle, nats);
  return {
    nats,
    absent: configuration.disableSnatMultipleGateways ? own.flatMap((each) => displacedBy(each, configuration)) : [],
  };
}

function withoutPods(intent: TranslateIntent, untranslated: ReadonlySet<Pod>): TranslateIntent {
  const isKept = (pod: Pod): boolean => pod.nodeName !== intent.point.node.name || !untranslated.has(pod);
  return untranslated.size === 0 ? intent : { ...intent, pods: intent.pods.filter(isKept) };
}

/** Returns the common data of the translations with a key: their family and node. */
export function translatorFor(key: string, configuration: Configuration): Translator {
  const [family, node = ''] = key.split(' ');
  const protocol = protocolOf(family === 'IPv6' ? family : 'IPv4');
  return translatorAt(node, protocol, portRangeOf(configuration), configuration.release.egressIP.identifiesPods);
}

function addTranslations(
  { point: { node, address }, pods, hostPods = [], cause }: TranslateIntent,
  settle: (key: string) => Translator,
  drafts: RouterRowDraft[],
): void {
  const { family, text: external } = address;
  const translator = settle(`${family} ${node.name}`);
  for (const pod of hostPods.length === 0 ? pods : [...pods, ...hostPods]) {
    const logical = podAddress(pod, family);
    if (logical !== undefined) drafts.push(translationRow(cause, pod, { logical, external }, translator));
  }
}

/**
 * Returns translations that must not exist. With `disableSnatMultipleGateways`, each pod has a separate translation to
 * its node's address. If that node is also the egress node, the router would have two with the same logical address.
 */
function displacedBy({ point, pods, cause }: TranslateIntent, configuration: Configuration): RouterRowDraft[] {
  const { displacesBothFamilies } = configuration.release.egressIP;
  const router = gatewayRouterName(point.node.name);
  const local = pods.filter(({ nodeName }) => nodeName === point.node.name);
  return (displacesBothFamilies ? FAMILIES : [point.address.family]).flatMap((family) => {
    const external_ip = externalAddress(point, family);
    if (external_ip === undefined) return [];
    return local.flatMap((pod): RouterRowDraft[] => {
      const logical_ip = podAddress(pod, family);
      if (logical_ip === undefined) return [];
      const nat = { type: 'snat', external_ip, logical_ip, ...portRangeOf(configuration) };
      const columns = (): Columns => ({ ...nat, options: { stateless: 'false' } });
      return [{ router, distinction: '', row: deferRow({ key: natKey(router, nat), columns, cause }) }];
    });
  });
}

function externalAddress({ node }: TranslateIntent['point'], family: Family): string | undefined {
  const external = gatewayAddress(node, family);
  return external && formatAddress(external);
}
