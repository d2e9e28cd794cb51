import { pathOfName } from '../../../model/kubernetes-object.js';
import { locateCauses } from '../../../diagnostics/locate-causes.js';
import type { Position } from '../../../model/diagnostic.js';
import type { Cause } from '../../../model/intent/cause.js';
import type { Family } from '../../../net/address.js';
import { listNames } from '../../../std/list-text.js';
import type { Decider } from '../../../traffic/change.js';
import { formatTransport } from '../../../traffic/filters/transport-range.js';
import { type Explanation, explainFlow } from '../../../traffic/flows/explain.js';
import { joinOutside } from '../../../traffic/flows/join.js';
import { type Flow, hasFamily } from '../../../traffic/flows/list.js';
import type { StageDecision } from '../../../traffic/policies/connections.js';
import { decidersOf, describeStage } from '../../../traffic/policies/describe.js';
import { flowLine } from './render.js';

type Places = ReadonlyMap<Cause, Position>;

/** Returns the lines that explain each flow by its deciding rules. `folder` is the path to the repository. */
export function explainLines(flows: readonly Flow[], ipFamilies: readonly Family[], folder: string): string[] {
  const all = flows.map((flow) => ({ flow, explanations: explainIn(flow, ipFamilies) }));
  const decisions = all.flatMap(({ explanations }) => explanations.flatMap((one) => one.decisions));
  const causes = [
    ...decisions.flatMap((one) => [...decidersOf(one), ...passersOf(one)]).map(({ cause }) => cause),
    ...flows.flatMap(({ requested }) => requested?.causes ?? []),
  ];
  const places = locateCauses([...new Set(causes)], folder);
  const explained = all.map(({ flow, explanations }) => ({
    ...flow,
    lines: [
      ...requestLines(flow, places),
      ...serviceLines(flow),
      ...explanations.flatMap((one) => [
        `  ${formatTransport(one.transport)}: ${one.verdict === 'allow' ? 'passes' : 'dropped'}`,
        ...deciding(one).map(
          (decision) => `    ${describeStage(decision.stage)}: ${describeDecision(decision, places)}`,
        ),
      ]),
    ],
  }));
  return joinOutside(explained, ({ lines }) => lines.join('\n')).flatMap((flow) => [flowLine(flow), ...flow.lines]);
}

/** Returns the resources that cause an ingress controller to connect. */
function requestLines({ requested }: Flow, places: Places): string[] {
  if (!requested) return [];
  const names = requested.causes.map((cause) => nameOf(cause, places));
  return [`  ${formatTransport(requested.transport)}: asked for by ${listNames(names)}`];
}

/** Returns the targets of the ports of a Service. */
function serviceLines({ servicePorts = [] }: Flow): string[] {
  return servicePorts.map(
    ({ protocol, port, targets }) => `  ${protocol} ${port}: leads to port ${listNames(targets)}`,
  );
}

/** Explains a flow by its rules. For a Service, the rules for the pods behind it apply. */
function explainIn({ from, to, family, requested, servicePorts }: Flow, ipFamilies: readonly Family[]): Explanation[] {
  if (servicePorts) return [];
  const one = family ?? ipFamilies.find((own) => hasFamily(from, own) && hasFamily(to, own));
  return one ? explainFlow(from.end, to.end, one, requested?.transport) : [];
}

/** Returns the stages that a packet reaches: none after a stage that drops it. */
function deciding({ decisions }: Explanation): readonly StageDecision[] {
  const drop = decisions.findIndex(({ verdict }) => verdict === 'drop');
  return drop < 0 ? decisions : decisions.slice(drop, drop + 1);
}

/** Describes the decision of a stage: `dropped by the default deny that NetworkPolicy shop/web (…) brings`. */
export function describeDecision(decision: StageDecision, places: Places): string {
  const verdict = decision.verdict === 'allow' ? 'allowed' : 'dropped';
  const deciders = decidersOf(decision);
  const [first] = deciders;
  if (!first) {
    const passers = passersOf(decision).map(({ text, cause }) => `'${text}' of ${nameOf(cause, places)}`);
    return passers.length === 0
      ? `${verdict}, no rule matches`
      : `${verdict}: ${listNames(passers)}, and no later rule matches`;
  }
  if (!first.isDefaultDeny) return `${verdict} by '${first.text}' of ${nameOf(first.cause, places)}${noteOf(decision)}`;
  const names = listNames(deciders.map(({ cause }) => nameOf(cause, places)));
  return `${verdict} by the default deny that ${names} ${deciders.length === 1 ? 'brings' : 'bring'}`;
}

/** Returns the rules that pass packets to later rules, if none of these decides. */
function passersOf({ rule, closedBy, passedBy }: StageDecision): readonly Decider[] {
  return rule || closedBy.length > 0 ? [] : passedBy.flatMap((passer) => decidersOf({ rule: passer, closedBy: [] }));
}

/** Returns the reason for which a rule allows other ports than it names. */
function noteOf({ rule }: StageDecision): string {
  const source = rule?.source;
  if (source?.type !== 'rule' || source.policy.layer !== 'namespaced') return '';
  const names = source.rule.ports.flatMap(({ port }) => (typeof port === 'string' ? [`'${port}'`] : []));
  return names.length === 0 ? '' : `; OVN-Kubernetes does not look up the port name ${listNames(names)}`;
}

function nameOf(cause: Cause, places: Places): string {
  const at = places.get(cause);
  return `${cause.kind} ${pathOfName(cause)}${at ? ` (${at.file}:${at.line})` : ''}`;
}
