import type { Pod } from '../model/cluster.js';
import type { Proof, ProofDifference } from './proof.js';

/** The comparison of a class of pods. */
export interface ClassResult {
  /** Number of classes of packets. */
  readonly classes: number;
  /** By a text for both decisions. */
  readonly differences: readonly (readonly [key: string, difference: ProofDifference])[];
}

/** Collects the results of comparisons. */
export interface ProofCollector {
  /** Adds packets that cannot be compared. */
  readonly skip: (reason: string, pods: readonly Pod[]) => void;
  /** Adds the result for a class of pods. Differences by the same rules and rows are joined. */
  readonly add: (pods: readonly Pod[], result: ClassResult) => void;
  readonly finish: () => Proof;
}

/** Creates an empty collector. */
export function createCollector(): ProofCollector {
  const uncompared = new Map<string, Set<Pod>>();
  const compared = new Set<Pod>();
  const found = new Map<string, { readonly difference: ProofDifference; readonly pods: Set<Pod> }>();
  let classes = 0;
  return {
    skip: (reason, pods) => {
      const known = uncompared.get(reason) ?? new Set<Pod>();
      uncompared.set(reason, known);
      for (const pod of pods) known.add(pod);
    },
    add: (pods, result) => {
      classes += result.classes;
      for (const pod of pods) compared.add(pod);
      for (const [key, difference] of result.differences) {
        const known = found.get(key) ?? { difference, pods: new Set<Pod>() };
        found.set(key, known);
        for (const pod of pods) known.pods.add(pod);
      }
    },
    finish: () => ({
      pods: compared.size,
      classes,
      differences: Array.from(found.values(), ({ difference, pods }) => ({ ...difference, pods: [...pods] })),
      uncompared: Array.from(uncompared, ([reason, pods]) => ({ reason, pods: [...pods] })),
    }),
  };
}
