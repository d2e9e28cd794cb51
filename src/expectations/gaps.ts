import type { Pod } from '../model/cluster.js';
import type { Gap } from '../model/gap.js';
import type { Family } from '../net/address.js';
import { type KnownPaths, joinGaps } from '../ovn-kubernetes/paths.js';
import type { FindExits } from './exits.js';

/** Finds what the inventory lacks to tell whether packets of a pod in a family leave the cluster. */
export type FindOutsideGaps = (pod: Pod, family: Family) => readonly Gap[];

/** Creates the finder. Packets may leave by several nodes: what any of them lacks is a gap. */
export function createOutsideGapFinder(exitsOf: FindExits, paths: KnownPaths): FindOutsideGaps {
  if (paths.incomplete.length === 0) return () => [];
  return (pod, family) => joinGaps(exitsOf(pod, family).points.map((point) => paths.outside(pod.nodeName, point)));
}
