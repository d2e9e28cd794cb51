import { protocolOf } from '../address-family.js';
import type { Pod } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { TranslateIntent } from '../../../../model/intent/egress-point.js';
import type { Columns } from '../../../../model/northbound.js';
import { formatAddress } from '../../../../net/address.js';
import { natKey } from '../keys.js';
import { gatewayRouterName, managementPortName } from '../../../../ovn-kubernetes/row-names.js';
import { gatewayAddress } from '../../../../ovn-kubernetes/addresses.js';
import { deferRow } from '../deferred-row.js';
import type { RouterRowDraft } from '../router-row.js';
import { podAddress, podRowName } from './identity.js';
import { hasGateway } from './next-hop.js';
import { translateTo, translationRow } from './translation-row.js';

/** The translations of a zone's gateway routers, and those that must not be there beside them. */
export interface ZoneTranslations {
  readonly nats: readonly RouterRowDraft[];
  readonly absent: readonly RouterRowDraft[];
}

/**
 * Prepares the translations at points in the primary network of their node and returns a function that gives those of a
 * zone: one for each pod of the cluster and point, on the point's gateway router. Elsewhere the host translates.
 * `untranslated` pods get none from the gateway router of their own node.
 */
export function createTranslations(
  intents: readonly TranslateIntent[],
  configuration: Configuration,
  untranslated: ReadonlySet<Pod>,
): (zone: string) => ZoneTranslations {
  const byZone = new Map<string, TranslateIntent[]>();
  for (const intent of intents.map((one) => withoutPods(one, untranslated))) {
    const { address, node, network } = intent.point;
    if (network !== 'primary' || !configuration.ipFamilies.includes(address.family)) continue;
    if (!hasGateway(node, configuration)) continue;
    const known = byZone.get(node.zone);
    if (known) known.push(intent);
    else byZone.set(node.zone, [intent]);
  }
  return (zone) => {
    const own = byZone.get(zone) ?? [];
    return {
      nats: own.flatMap((intent) => translationsOf(intent, configuration)),
      absent: configuration.disableSnatMultipleGateways ? own.flatMap((each) => displacedBy(each, configuration)) : [],
    };
  };
}

function withoutPods(intent: TranslateIntent, untranslated: ReadonlySet<Pod>): TranslateIntent {
  const isKept = (pod: Pod): boolean => pod.nodeName !== intent.point.node.name || !untranslated.has(pod);
  return untranslated.size === 0 ? intent : { ...intent, pods: intent.pods.filter(isKept) };
}

function translationsOf({ point, pods, cause }: TranslateIntent, configuration: Configuration): RouterRowDraft[] {
  const { node, address } = point;
  const router = gatewayRouterName(node.name);
  const distinction = `${router}|${address.text}`;
  const translation = translateTo({
    family: protocolOf(address.family),
    external_ip: address.text,
    external_port_range: configuration.ephemeralPortRange,
    logical_port: managementPortName(node.name),
  });
  return withAddress(pods, point).map(({ pod, logical_ip }) => ({
    router,
    distinction,
    row: translationRow(cause, podRowName(cause, pod), logical_ip, translation),
  }));
}

/**
 * With `disableSnatMultipleGateways` each pod has a translation of its own to its node's address; where that node is
 * also the egress node, it would stand beside ours with the same logical address on the same router.
 */
function displacedBy({ point, pods, cause }: TranslateIntent, configuration: Configuration): RouterRowDraft[] {
  const external_ip = externalAddress(point);
  if (external_ip === undefined) return [];
  const router = gatewayRouterName(point.node.name);
  const local = pods.filter(({ nodeName }) => nodeName === point.node.name);
  return withAddress(local, point).map(({ logical_ip }) => {
    const nat = { type: 'snat', external_ip, logical_ip, external_port_range: configuration.ephemeralPortRange };
    const columns = (): Columns => ({ ...nat, options: { stateless: 'false' } });
    return { router, distinction: '', row: deferRow({ key: natKey(router, nat), columns, cause }) };
  });
}

function externalAddress({ node, address: { family } }: TranslateIntent['point']): string | undefined {
  const external = gatewayAddress(node, family);
  return external && formatAddress(external);
}

function withAddress(
  pods: readonly Pod[],
  { address: { family } }: TranslateIntent['point'],
): { readonly pod: Pod; readonly logical_ip: string }[] {
  return pods.flatMap((pod) => {
    const logical_ip = podAddress(pod, family);
    return logical_ip === undefined ? [] : [{ pod, logical_ip }];
  });
}
