import { adviseOnEnd } from './advise-on-end.js';
import type { Finding, Report } from '../model/diagnostic.js';
import type { Gap } from '../model/gap.js';
import type { Cause } from '../model/intent/cause.js';
import { pathOfName } from '../model/kubernetes-object.js';
import { formatGaps } from '../ovn-kubernetes/paths.js';
import { sourcesOf, textOfUrl } from '../requests/exposed.js';
import { listNames } from '../std/list-text.js';
import { describeStage } from '../traffic/policies/describe.js';
import type { PolicyModel } from '../traffic/policies/model.js';
import { messages } from './failure-messages.js';
import { describePath } from './counterexample.js';
import { type PacketDeciders, describeDecider, describePacket, findPacketDeciders, isAnswered } from './decide.js';
import type { VacuousClaim } from './evaluate.js';
import { type Expectation, isOneWay } from './expectation.js';
import type { ExpectationFailure, ExitBreach, ExpectationVerdict } from './verdict.js';
import type { ExpectationContext } from './world.js';

/**
 * Returns the verdict of an expectation with these failures: a finding for each one, at its claim, with the rules that
 * decide. `vacuous`: a claim that holds only because no packet passes.
 */
export function judge(
  expectation: Expectation,
  breaches: readonly ExpectationFailure[],
  world: ExpectationContext,
  vacuous?: VacuousClaim,
): ExpectationVerdict {
  const { place, name } = expectation;
  const locate = ({ field, ...report }: Described): Report => ({
    ...report,
    location: { origin: place.origin, pointer: `${place.pointer}${field}` },
    resource: { kind: 'expectation', namespace: '', name },
  });
  const reports = breaches.map((breach) => {
    const packetPath = describePath(breach, world);
    const described = describeBreach(breach, expectation, world);
    return locate(packetPath.length > 0 ? { ...described, packetPath } : described);
  });
  const notes = vacuous ? [locate(describeVacuous(vacuous, name, world.model))] : [];
  return { name, place, source: 'repository', reports, notes };
}

type Described = Omit<Report, 'location' | 'resource'> & { readonly field: string };

/** Returns a suggestion for a peer that selects nothing. */
function adviseOn(
  expectation: Expectation,
  field: 'from' | 'to' | 'egressIPs',
  { cluster }: ExpectationContext,
): string | undefined {
  if (expectation.type !== 'packets' || field === 'egressIPs') return undefined;
  return adviseOnEnd(expectation[field], cluster);
}

function describeBreach(breach: ExpectationFailure, expectation: Expectation, world: ExpectationContext): Described {
  const { name } = expectation;
  const { model } = world;
  switch (breach.type) {
    case 'nobody':
      return {
        ...messages.selectsNothing(name, breach.field, adviseOn(expectation, breach.field, world)),
        field: `/${breach.field}`,
      };
    case 'unanswered': {
      const help = 'set ingressControllers in weir.yaml, or export an inventory with IngressControllers';
      const finding = messages.undecided(name, 'no ingress controller found', help);
      return { ...finding, field: `/${breach.field}` };
    }
    case 'exposed': {
      const { url } = breach;
      const { cause, route } = url.route;
      const finding = messages.exposed(name, textOfUrl(url), listNames(sourcesOf(url.route)), pathOfName(route));
      return { ...finding, field: '/exposed', related: relatedTo([cause], 'exposed here') };
    }
    case 'elsewhere':
      return {
        ...messages.unexpectedService(name, breach.why),
        field: '/reaches',
        related: relatedTo(breach.causes, 'decided here'),
      };
    case 'filtered':
      return describeFiltered(breach, name, model);
    case 'exit':
      return describeExit(breach, name);
    case 'marked': {
      const { claim, packet, dscp, cause } = breach;
      const expected = claim.type === 'dscp' ? claim.value : 0;
      const finding = messages.unexpectedDSCP(name, describePacket(packet), dscp, expected);
      return {
        ...finding,
        field: `/${claim.field}`,
        related: relatedTo(cause ? [cause] : [], 'marked here'),
      };
    }
    case 'lost': {
      const { name: egressIP, node, reason, place } = breach.loss;
      const related = [{ message: 'the EgressIP', location: place }];
      return { ...messages.lost(name, egressIP, node, reason), field: '/egressIPs', related };
    }
  }
}

function describeVacuous({ claim, packet }: VacuousClaim, name: string, model: PolicyModel): Described {
  const field = `/${claim.field}`;
  if (!packet) return { ...messages.nothingPasses(name, ''), field };
  const { decider, stages } = findPacketDeciders(packet, model, true);
  const why = decider ? ` by ${describeDecider(decider)}` : '';
  const example = `, for example ${describePacket(packet)} is dropped${why}`;
  return { ...messages.nothingPasses(name, example), field, related: relatedStages(stages) };
}

/** Returns the rules that decide on the path of a packet. */
function relatedStages(stages: PacketDeciders['stages']): NonNullable<Report['related']> {
  return stages.map(({ stage, decider: { cause, text } }) => ({
    message: `${describeStage(stage)}: ${text}`,
    location: { origin: cause.origin, pointer: cause.pointer },
  }));
}

function describeFiltered(
  { claim, packet }: Extract<ExpectationFailure, { readonly type: 'filtered' }>,
  name: string,
  model: PolicyModel,
): Described {
  const { decider, stages } = findPacketDeciders(packet, model, isOneWay(claim));
  const field = `/${claim.field}`;
  const words = describePacket(packet);
  const related = relatedStages(stages);
  if (packet.missing) return { ...undecidedByGaps(name, words, packet.missing), field, related };
  if (packet.isAssumed) {
    const reason = `${packet.name?.replace(/\.$/, '') ?? ''} has no pinned answers, so the outcome of ${words} is unknown`;
    const help = 'pin the answers of the name under dns in weir.yaml, or allow the name in the expectation';
    return { ...messages.undecided(name, reason, help), field, related };
  }
  if (claim.type === 'reachable') {
    return { ...messages.dropped(name, words, decider ? ` by ${describeDecider(decider)}` : ''), field, related };
  }
  const why = decider ? ` by ${describeDecider(decider)}` : ', no rule matches';
  const unanswered = isAnswered(packet, model) ? '' : ', but its replies are dropped';
  return { ...messages.passes(name, words, `${why}${unanswered}`), field, related };
}

const WORDS = {
  source: 'with the source address',
  node: 'through the node',
  'next-hop': 'through the next hop',
} as const;

/** Returns the finding that gaps of the inventory leave open whether a packet arrives. */
function undecidedByGaps(name: string, words: string, missing: readonly Gap[]): Finding {
  return messages.undecided(name, `${formatGaps(missing)}, so the outcome of ${words} is unknown`, EXPORT_NODES);
}

const EXPORT_NODES = 'export the nodes from the running cluster with their annotations (`weir inventory`)';

function describeExit({ claim, packet, value, isUnknown, missing, causes }: ExitBreach, name: string): Described {
  const field = `/${claim.field}`;
  const related = relatedTo(causes, 'egress path set here');
  const words = describePacket(packet);
  if (missing) return { ...undecidedByGaps(name, words, missing), field, related };
  if (isUnknown) {
    const finding = messages.undecided(name, `${words} depends on ${value}, which is unknown`, EXPORT_NODES);
    return { ...finding, field, related };
  }
  const expected = 'values' in claim ? claim.values : [];
  const what = claim.type in WORDS ? WORDS[claim.type as keyof typeof WORDS] : `with the ${claim.type}`;
  return { ...messages.unexpectedEgressPath(name, words, what, value, expected), field, related };
}

function relatedTo(causes: readonly Cause[], message: string): NonNullable<Report['related']> {
  return causes.map(({ origin, pointer }) => ({ message, location: { origin, pointer } }));
}
