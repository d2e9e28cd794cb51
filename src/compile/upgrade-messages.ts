import { defineFinding } from '../model/catalogue.js';
import { listNames } from '../std/list-text.js';
import { plural } from '../std/plural.js';

/** Maximum pods that are named. */
const MAX_NAMES = 5;

/** What `weir diff --upgrade` advises to do with resources. */
export const messages = {
  newSetting: defineFinding({
    code: 'upgrade/new-setting',
    severity: 'info',
    summary: 'A setting takes effect with the upgrade.',
    why: 'The old release does not support the setting. The new release uses the default, unless the cluster has a different value.',
    fix: 'set it to the value of the cluster before the upgrade',
    message: (setting: string, release: string, value: string) =>
      `'${setting}' takes effect in ${release} with the value ${value}`,
  }),
  addressMoves: defineFinding({
    code: 'upgrade/address-moves',
    severity: 'info',
    summary: 'An egress address moves while its node restarts in the upgrade.',
    why: 'Other nodes host the egress addresses of a node while it restarts. Connections through these addresses break.',
    fix: 'run `weir whatif` to see the new nodes, and plan the upgrade for a time when connections may break',
    message: (node: string) => `the egress address on ${node} moves while ${node} restarts`,
  }),
  otherRelease: defineFinding({
    code: 'upgrade/other-release',
    severity: 'warning',
    summary: 'The cluster has neither release of the compared upgrade.',
    why: 'The comparison starts from rows that the cluster does not have.',
    fix: 'start --upgrade from the release that ovnKubernetes names, or correct ovnKubernetes',
    message: (written: string, from: string, to: string) =>
      `'ovnKubernetes' is ${written}, but the upgrade is from ${from} to ${to}`,
  }),
  otherSource: defineFinding({
    code: 'upgrade/other-source',
    severity: 'warning',
    summary: 'Pods leave the cluster with a different source address after the upgrade.',
    why: 'Partners that allow only the old address drop the connections.',
    fix: 'ask partners to allow the new addresses before the upgrade',
    message: (pods: readonly string[], before: readonly string[], after: readonly string[]) => {
      const who = pods.length > MAX_NAMES ? plural(pods.length, 'pod') : listNames(pods);
      const verb = pods.length === 1 ? 'leaves' : 'leave';
      return `${who} ${verb} with ${formatSources(after)} instead of ${formatSources(before)}`;
    },
  }),
};

function formatSources(sources: readonly string[]): string {
  return sources.length === 0 ? 'the address of the node' : listNames(sources);
}
