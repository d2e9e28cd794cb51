import type { Artefact } from '../../../model/artefact.js';
import type { Configuration } from '../../../model/configuration.js';
import { type Family } from '../../../net/address.js';
import { toChunks } from '../../../std/byte-writer.js';
import type { HostArtefacts } from '../host/host.js';
import { FAMILY_WORDS, LONGEST_COMMENT, type RulesetValues, renderRuleset } from '../../../nftables/ruleset.js';

/**
 * Writes `nodes/<node>/nftables.nft`: the table `inet weir`, replaced as a whole in one transaction. Chains and rules
 * of a feature are constant. The varying data is in maps under the names that OVN-Kubernetes gives them. Writes no file
 * for a host without translations.
 */
export function emitNftables(host: HostArtefacts, configuration: Configuration): Artefact[] {
  const { node, translations, serviceTranslations, sources } = host;
  if (translations.length + serviceTranslations.length === 0) return [];
  const families = configuration.ipFamilies.map((family: Family) => ({
    ...FAMILY_WORDS[family],
    translations: translations
      .filter((translation) => translation.family === family)
      .map((each) => ({ ...each, interface: each.interface.name })),
    services: serviceTranslations
      .filter((translation) => translation.family === family)
      .map(({ endpoint, address, owner }) => ({ endpoint, address, comment: commentOf(owner) })),
  }));
  const ruleset: RulesetValues = {
    families,
    hasEgressIP: translations.length > 0,
    hasServices: serviceTranslations.length > 0,
    restoresMarks: translations.length > 0 && configuration.gatewayMode === 'local',
  };
  return [
    {
      path: `nodes/${node.name}/nftables.nft`,
      content: toChunks(renderRuleset(ruleset)),
      sources,
      counts: { translations: translations.length + serviceTranslations.length },
    },
  ];
}

/**
 * Returns the comment of an owner, or undefined if it is too long. Names of Kubernetes objects contain no character
 * that ends a quoted text.
 */
function commentOf(owner: string): string | undefined {
  return owner.length <= LONGEST_COMMENT ? owner : undefined;
}
