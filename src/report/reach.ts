import type { Configuration } from '../model/configuration.js';
import type { Intent } from '../model/intent.js';
import type { Cluster } from '../model/cluster.js';
import { groupBy } from '../std/group-by.js';
import { collectEnds } from '../traffic/flows/ends.js';
import { joinOutside } from '../traffic/flows/join.js';
import { listFlows } from '../traffic/flows/list.js';
import { formatAllowed } from '../traffic/flows/notation.js';
import { connectClasses } from '../traffic/policies/connections.js';
import { type PodClass, buildPolicyModel } from '../traffic/policies/model.js';
import { createVocabulary } from '../traffic/policies/vocabulary.js';
import type { ReachClass, ReachData } from './data.js';

/** Maximum number of classes of pods that are compared with each other. */
const MAX_CLASSES = 300;

/** Returns the connections that all filters together allow to the workloads of a cluster. */
export function collectReach(intents: readonly Intent[], cluster: Cluster, configuration: Configuration): ReachData {
  const vocabulary = createVocabulary();
  const model = buildPolicyModel({ intents, cluster, configuration }, vocabulary);
  if (model.classes.length > MAX_CLASSES) return { classes: [], omitted: model.classes.length };
  const ends = collectEnds(model);
  const groups = groupBy(ends, ({ pods: [first] }) => (first ? model.classOf.get(first) : undefined));
  const classes = [...groups].flatMap(([podClass, own]) => (podClass ? [{ podClass, own }] : []));
  const first = new Set(classes.flatMap(({ own }) => own.slice(0, 1).map(({ name }) => name)));
  const outside = [
    ...listFlows(model, configuration, vocabulary, {
      from: ({ range }) => range !== undefined,
      to: ({ name, pods }) => pods !== undefined && first.has(name),
    }),
  ].filter(({ allow }) => allow.length > 0);
  const outsideOf = groupBy(joinOutside(outside), ({ to }) => to.name);
  const connections = (from: PodClass, to: PodClass): readonly string[] => {
    const families = configuration.ipFamilies.filter((family) => from.views[family] && to.views[family]);
    const sets = families.map((family) => ({
      family,
      set: connectClasses({ pod: from }, { pod: to }, family, vocabulary),
    }));
    const open = sets.filter(({ set }) => set.length > 0);
    const isSame = open.length === sets.length && open.every(({ set }) => set === open[0]?.set);
    return (isSame ? open.slice(0, 1) : open).map(
      ({ family, set }) => `${formatAllowed(set)}${isSame ? '' : ` (${family})`}`,
    );
  };
  return {
    classes: classes.map(({ podClass, own }): ReachClass => {
      const senders = classes.flatMap((sender, index) =>
        connections(sender.podClass, podClass).map((allow) => ({ allow, index })),
      );
      return {
        ends: own.map(({ name }) => name),
        from: Array.from(
          groupBy(senders, ({ allow }) => allow),
          ([allow, all]) => [allow, all.map(({ index }) => index)],
        ),
        outside: (outsideOf.get(own[0]?.name ?? '') ?? []).map(({ from, allow, family }) => [
          from.name,
          `${formatAllowed(allow)}${family && configuration.ipFamilies.length > 1 ? ` (${family})` : ''}`,
        ]),
      };
    }),
  };
}
