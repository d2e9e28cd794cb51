import type { InterpretedSide } from '../../../compare/interpret-side.js';
import type { EffectiveEgress } from '../../../egress/effective.js';
import type { Pod } from '../../../model/cluster.js';
import type { ResourceName } from '../../../model/diagnostic.js';
import type { Cause } from '../../../model/intent/cause.js';
import type { Direction, PolicyIntent } from '../../../model/intent/policy.js';
import { titleOf } from '../../../model/kubernetes-object.js';
import type { ManifestLocation } from '../../../model/manifest.js';
import { groupBy } from '../../../std/group-by.js';
import { listNames } from '../../../std/list-text.js';
import { plural } from '../../../std/plural.js';
import { collectTraffic } from '../../../traffic/collect-traffic.js';
import { describeMark } from '../../../traffic/describe.js';
import { policiesOf } from '../../../traffic/policies/model.js';

/** A resource that applies to some pods. */
export interface Applied extends ResourceName {
  readonly direction: 'egress' | 'ingress';
  /** What it does, such as `2 rules, all else denied`. */
  readonly effect: string;
  readonly location?: ManifestLocation;
}

const LAYERS = ['admin', 'namespaced', 'baseline'] as const;

/**
 * Returns the resources that apply to any of the pods, in the order in which they decide: policies by their layers,
 * EgressFirewalls, marks, and then those that decide how packets leave.
 */
export function listApplied(
  { intents, prepared }: InterpretedSide,
  pods: ReadonlySet<Pod>,
  egress: readonly EffectiveEgress[],
): Applied[] {
  const { filters, marks } = collectTraffic(intents);
  const policies = policiesOf(intents)
    .filter(({ subject }) => subject.pods.some((pod) => pods.has(pod)))
    .sort((a, b) => LAYERS.indexOf(a.layer) - LAYERS.indexOf(b.layer) || a.priority - b.priority);
  const spaces = new Set([...pods].filter(({ hostNetwork }) => !hostNetwork).map(({ namespace }) => namespace));
  const firewalls = [...spaces].flatMap((namespace) => filters.get(namespace) ?? []);
  const marked = [...spaces].flatMap((namespace) => marks.get(namespace) ?? []);
  const own = marked.filter(({ source }) => source.pods.some((pod) => pods.has(pod)));
  const owners = new Set(egress.flatMap(({ families }) => families.flatMap((family) => family.owners)));
  return [
    ...policies.flatMap(effectsOfPolicy),
    ...byObject(firewalls, (rules) => plural(rules.length, 'rule')),
    ...byObject(own, (rules) => listNames(rules.map((mark) => describeMark(mark).text))),
    ...prepared.manifests
      .filter((manifest) => owners.has(titleOf(manifest.kind, manifest)))
      .map(({ kind, namespace, name, origin }): Applied => {
        const location = { origin, pointer: '/metadata/name' };
        return { kind, namespace, name, direction: 'egress', effect: 'decides how packets leave', location };
      }),
  ];
}

function effectsOfPolicy({ cause, layer, priority, isolates, rules }: PolicyIntent): Applied[] {
  const directions: readonly Direction[] = ['Egress', 'Ingress'];
  return directions.flatMap((direction): Applied[] => {
    const own = rules.filter((rule) => rule.direction === direction);
    const isClosed = isolates.includes(direction);
    if (own.length === 0 && !isClosed) return [];
    const parts = [
      ...(layer === 'admin' ? [`priority ${priority}`] : []),
      plural(own.length, 'rule'),
      ...(isClosed ? ['all else denied'] : []),
    ];
    return [appliedOf(cause, direction === 'Egress' ? 'egress' : 'ingress', parts.join(', '))];
  });
}

/** Returns a resource for each object of rules about packets that leave. */
function byObject<Rule extends { readonly cause: Cause }>(
  rules: readonly Rule[],
  describe: (rules: readonly Rule[]) => string,
): Applied[] {
  const groups = groupBy(rules, ({ cause }) => titleOf(cause.kind, cause));
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    return first ? [appliedOf(first.cause, 'egress', describe(own))] : [];
  });
}

function appliedOf({ kind, namespace, name, origin }: Cause, direction: Applied['direction'], effect: string): Applied {
  return { kind, namespace, name, direction, effect, location: { origin, pointer: '/metadata/name' } };
}
