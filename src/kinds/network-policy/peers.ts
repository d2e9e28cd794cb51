import type { Service } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { PodSelection } from '../../model/intent/policy.js';
import { widthOf } from '../../net/address.js';
import type { WrittenSelector } from '../../selectors/namespaces.js';
import type { LabelSelector } from '../../selectors/selector.js';
import type { Query } from '../../engine/query.js';
import { listValues } from '../../engine/record-fields.js';
import type { ResolveContext } from '../contract/kind-context.js';
import { contextOf } from '../contract/recorded-context.js';
import { type SelectPods, createPodSelection, createSelectorCompiler } from '../shared/pod-selection.js';
import { type FindPodIn, createFindPodIn } from './pod-addresses.js';
import type { PolicyPeer } from './policy.js';

/** The settings that decide what policies mean. They are read once for a policy, because its rules are many. */
export interface PolicySettings extends Pick<Configuration, 'ipFamilies'> {
  readonly forms: Configuration['release']['networkPolicy'];
}

const policySettings: Query<undefined, PolicySettings> = {
  name: 'settings of NetworkPolicies',
  run: (db) => {
    const { ipFamilies, release } = contextOf(db).configuration;
    return { ipFamilies, forms: release.networkPolicy };
  },
};

/** What policies are resolved by. */
export interface SharedPeers {
  readonly settings: PolicySettings;
  readonly context: ResolveContext;
  readonly compile: (written: LabelSelector) => WrittenSelector;
  readonly select: SelectPods;
  readonly findPodIn: FindPodIn;
  /** Each ClusterIP as a network of one address → its Service. */
  readonly serviceAt: () => ReadonlyMap<string, Service>;
}

/** Prepares to find pods. */
export function createShared(context: ResolveContext): SharedPeers {
  return {
    context,
    settings: context.db.get(policySettings, undefined),
    compile: createSoundCompiler(),
    select: createPodSelection(context),
    findPodIn: createFindPodIn(context),
    serviceAt: () => context.db.get(servicesByClusterIP, undefined),
  };
}

const servicesByClusterIP: Query<undefined, ReadonlyMap<string, Service>> = {
  name: 'Services by ClusterIP',
  run: (db) =>
    new Map(
      listValues(contextOf(db).cluster.services).flatMap((service) =>
        service.clusterIPs.map(({ text, family }) => [`${text}/${widthOf(family)}`, service] as const),
      ),
    ),
};

/** Compiles selectors that `checkPolicy` has taken. */
function createSoundCompiler(): SharedPeers['compile'] {
  const compile = createSelectorCompiler();
  return (written) => {
    const result = compile(written);
    if ('text' in result) throw new Error(`a selector that was checked is not valid: ${result.text}`);
    return result;
  };
}

/** Returns the pods of a peer of a policy in the namespace `own`, or undefined for a block. */
export function selectPeer(
  { ipBlock, ...selectors }: PolicyPeer,
  own: string,
  { compile, select, settings }: SharedPeers,
): PodSelection | undefined {
  if (ipBlock) return undefined;
  const { namespaceSelector } = selectors;
  const { podSelector, withHostNetwork, byNamespace } = settings.forms.podsOf(selectors);
  const namespaces = namespaceSelector ? compile(namespaceSelector) : own;
  return select({ namespaces, ...(podSelector && { pods: compile(podSelector) }), withHostNetwork }, byNamespace);
}
