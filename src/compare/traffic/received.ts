import type { Pod } from '../../model/cluster.js';
import type { Family } from '../../net/address.js';
import type { ConnectionChange } from '../../traffic/change.js';
import { rangeOfAddress } from '../../traffic/filters/address-range.js';
import { classifyByValue } from '../../traffic/filters/classify-by-value.js';
import { transportPointOf } from '../../traffic/filters/transport-range.js';
import { type RuleVerdict, toAddressLists, verdictOf } from '../../traffic/policies/address-lists.js';
import { explain } from '../../traffic/policies/connections.js';
import { isOfNoSender } from '../../traffic/outside.js';
import { samplePacket } from '../../traffic/sample.js';
import { toDeciders } from './deciding.js';
import type { LastingClass, PolicySides } from './policy-sides.js';

/** Finds the opened and closed connections to pods from addresses that no pod has. */
export function compareReceived(policies: PolicySides, families: readonly Family[]): ConnectionChange[] {
  const groups = new Map<string, LastingClass[]>();
  for (const one of policies.classes) {
    const { before, after } = one;
    if (before.ingress.number === after.ingress.number) continue;
    const key = `${before.ingress.number} ${after.ingress.number} ${Object.keys(after.views).join()}`;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()].flatMap((group) => families.flatMap((family) => compareGroup(group, family, policies)));
}

function compareGroup(group: readonly LastingClass[], family: Family, policies: PolicySides): ConnectionChange[] {
  const [first] = group;
  if (!first?.after.views[family] || !first.before.views[family]) return [];
  const lists = {
    before: toAddressLists(first.before.ingress.stage),
    after: toAddressLists(first.after.ingress.stage),
  };
  const all = [...lists.before, ...lists.after];
  const regions = classifyByValue<RuleVerdict, ConnectionChange['change']>(all, family, (values) => {
    const was = verdictOf(values.slice(0, lists.before.length));
    const now = verdictOf(values.slice(lists.before.length));
    if (was === now) return undefined;
    return now === 'allow' ? 'opened' : 'closed';
  });
  const to = group.flatMap(({ pods }) => pods);
  return regions.flatMap(({ label, transport, ...region }) => {
    const addresses = region.addresses.filter((range) => !isOfNoSender(range));
    const found = samplePacket({ addresses, transport, names: [] }, []);
    const [pod] = to;
    if (!found || !pod) return [];
    const { address, text, protocol, port } = found;
    const point = rangeOfAddress(address).first;
    const decide = (model: PolicySides['models']['before'], own: Pod) =>
      explain({ point }, { pod: model.viewOf(own) }, family, transportPointOf(protocol, port));
    const deciders = toDeciders(
      decide(policies.models.before, policies.podBefore(pod)),
      decide(policies.models.after, pod),
    );
    return [{ change: label, addresses, to, transport, sample: { address: text, protocol, port }, deciders }];
  });
}
