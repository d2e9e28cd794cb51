import type { Pod } from '../../model/cluster.js';
import type { Family } from '../../net/address.js';
import type { ConnectionChange, Deciders } from '../../traffic/change.js';
import type { TransportSet } from '../../traffic/filters/transport-set.js';
import { rangeOfAddress } from '../../traffic/filters/address-range.js';
import { transportPointOf } from '../../traffic/filters/transport-range.js';
import { type ConnectionEnd, type StageDecision, explain, explainSent } from '../../traffic/policies/connections.js';
import { deciderOf } from '../../traffic/policies/describe.js';
import type { PolicyModel } from '../../traffic/policies/model.js';
import { type Sample, sampleTransport } from '../../traffic/sample.js';
import type { PolicySides } from './policy-sides.js';

type Sampled = Pick<ConnectionChange, 'deciders'> & { readonly sample: NonNullable<ConnectionChange['sample']> };

/** Picks a packet between two pods of the new side, and finds the rule that decides on it on each side. */
export function decideBetween(
  from: Pod,
  to: Pod,
  family: Family,
  transport: TransportSet,
  policies: PolicySides,
): Sampled {
  const sample = sampleTransport(transport);
  const place = transportPointOf(sample.protocol, sample.port);
  const ends = (model: PolicyModel, was: (pod: Pod) => Pod): [ConnectionEnd, ConnectionEnd] => [
    { pod: model.viewOf(was(from)) },
    { pod: model.viewOf(was(to)) },
  ];
  const before = explain(...ends(policies.models.before, policies.podBefore), family, place);
  const after = explain(...ends(policies.models.after, (pod) => pod), family, place);
  return { sample, deciders: toDeciders(before, after) };
}

/** Returns the decision of the policies on a packet from a pod of the new side to an address, on each side. */
export function decideSent(pod: Pod, { address, protocol, port }: Sample, policies: PolicySides) {
  const { family } = address;
  const to = { point: rangeOfAddress(address).first };
  const decide = (model: PolicyModel, own: Pod): StageDecision[] => {
    const decision = explainSent(model.viewOf(own), to, family, transportPointOf(protocol, port));
    return decision ? [decision] : [];
  };
  return { before: decide(policies.models.before, policies.podBefore(pod)), after: decide(policies.models.after, pod) };
}

/** Returns the deciders of both sides from the decisions of their stages. */
export function toDeciders(before: readonly StageDecision[], after: readonly StageDecision[]): Deciders {
  const [old, now] = [deciderOf(before), deciderOf(after)];
  return { ...(old ? { before: old } : {}), ...(now ? { after: now } : {}) };
}
