import { kinds } from '../../../kinds/index.js';
import type { Change, KindState } from '../../../model/change.js';
import type { Feature } from '../../../model/configuration.js';
import { FEATURE_SWITCHES } from '../../../ovn-kubernetes/live-controllers.js';
import { compareText } from '../../../std/compare-text.js';
import { plural } from '../../../std/plural.js';
import type { Controllers } from './controllers.js';

/** `after flags`: the rows are equal, but live controllers still act on them. */
export type Verdict = 'ready' | 'after flags' | 'not ready';

/** The rows of a feature in both states, and whether live controllers act on them. */
export interface FeatureRows {
  /** Unset for rows whose kind belongs to no feature. */
  readonly feature?: Feature;
  readonly equal: number;
  readonly changes: readonly Change[];
  /** `always`: the controllers have no flag for the feature, and run. */
  readonly controllers: 'on' | 'off' | 'always' | 'absent';
}

/** A flag that must be off before Weir writes the rows of its feature. */
export interface FlagToClear {
  readonly feature: Feature;
  readonly place: string;
}

export interface Assessment {
  readonly verdict: Verdict;
  /** Sentences that explain `not ready`. */
  readonly reasons: readonly string[];
  readonly features: readonly FeatureRows[];
  /** In the order in which to turn them off. */
  readonly flags: readonly FlagToClear[];
  /** Flags of features without rows in the zone. */
  readonly otherFlags: readonly FlagToClear[];
}

/** Kind of Kubernetes whose rows are those of a feature, although no resource kind of Weir has the feature. */
const OTHER_KINDS: ReadonlyMap<string, Feature> = new Map([
  ['Service', 'services'],
  ['Namespace', 'egressFirewall'],
]);

/** Assesses whether Weir can take over the rows of a zone from live controllers. Pure. */
export function assess(states: readonly KindState[], controllers: Controllers): Assessment {
  const { containers } = controllers;
  const features = groupByFeature(states).map((one): FeatureRows => ({
    ...one,
    controllers: standingOf(one.feature, controllers),
  }));
  const concerned = new Set(features.map(({ feature }) => feature));
  const all = uniqueFlags(
    containers.flatMap(({ enabled }) => [...enabled].map(([feature, place]) => ({ feature, place }))),
  );
  const flags = all.filter(({ feature }) => concerned.has(feature));
  const reasons = [
    ...differenceReasons(features),
    ...features.flatMap((one) => obstacleOf(one, controllers) ?? []),
    ...unknownHolders(controllers),
  ];
  const verdict = reasons.length > 0 ? 'not ready' : flags.length > 0 ? 'after flags' : 'ready';
  return { verdict, reasons, features, flags, otherFlags: all.filter(({ feature }) => !concerned.has(feature)) };
}

/** Sort key after the names of features. */
const LAST = '~';

function groupByFeature(states: readonly KindState[]): readonly Omit<FeatureRows, 'controllers'>[] {
  const groups = new Map<Feature | undefined, { equal: number; changes: Change[] }>();
  for (const { kind, equal, changes } of states) {
    const feature = OTHER_KINDS.get(kind) ?? kinds.find((one) => one.kind === kind)?.feature;
    const group = groups.get(feature) ?? { equal: 0, changes: [] };
    group.equal += equal;
    for (const change of changes) group.changes.push(change);
    groups.set(feature, group);
  }
  return [...groups]
    .map(([feature, group]) => ({ ...(feature === undefined ? {} : { feature }), ...group }))
    .sort((a, b) => compareText(a.feature ?? LAST, b.feature ?? LAST));
}

/** Returns true if a container writes rows of the zone. */
function writesRows({ containers }: Controllers): boolean {
  return containers.some(({ scope }) => scope === 'zone');
}

function standingOf(feature: Feature | undefined, controllers: Controllers): FeatureRows['controllers'] {
  if (feature === undefined) return 'absent';
  if (!FEATURE_SWITCHES.has(feature)) return writesRows(controllers) ? 'always' : 'absent';
  if (controllers.containers.length === 0) return 'absent';
  return controllers.containers.some(({ enabled }) => enabled.has(feature)) ? 'on' : 'off';
}

function uniqueFlags(flags: readonly FlagToClear[]): readonly FlagToClear[] {
  return [...new Map(flags.map((one) => [`${one.feature} ${one.place}`, one])).values()];
}

function differenceReasons(features: readonly FeatureRows[]): readonly string[] {
  const count = features.reduce((sum, { changes }) => sum + changes.length, 0);
  return count === 0 ? [] : [plural(count, 'row differs', 'rows differ')];
}

/** Returns why the rows of a feature cannot be taken over while the controllers run, or undefined. */
function obstacleOf({ feature, controllers: standing }: FeatureRows, controllers: Controllers): string | undefined {
  if (feature === undefined) return undefined;
  if (standing === 'always') {
    return `${feature}: ovnkube has no flag for it, and writes these rows as long as it runs, so remove it from 'features'`;
  }
  const { removed, keptBy } = FEATURE_SWITCHES.get(feature) ?? {};
  if (removed === undefined || !writesRows(controllers)) return undefined;
  if (keptBy === undefined) {
    return `${feature}: ovnkube removes ${removed} at each start without the flag, so remove it from 'features'`;
  }
  const isKept = controllers.containers.every(({ scope, keeping }) => scope !== 'zone' || keeping.has(keptBy.flag));
  return isKept
    ? undefined
    : `${feature}: ovnkube removes ${removed} at each start without the flag, unless --${keptBy.flag} is on`;
}

/** Returns a sentence for each live Lease that no container can hold that was found. */
function unknownHolders({ containers, leases }: Controllers): readonly string[] {
  const names = new Set(containers.map(({ name }) => name));
  return leases
    .filter(({ isAlive, containers: holders }) => isAlive && !holders.some((name) => names.has(name)))
    .map(
      ({ name, holder }) =>
        `the Lease ${name} is held by ${holder}, which is in no pod there, so its flags are unknown`,
    );
}
