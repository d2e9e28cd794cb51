import type { Pod } from '../model/cluster.js';
import type { Gap } from '../model/gap.js';
import type { Family } from '../net/address.js';
import { type KnownPaths, joinGaps } from '../ovn-kubernetes/paths.js';
import type { FindExits } from './exits.js';

/** Returns the gaps of the inventory that leave open whether packets of a pod leave the cluster. */
export type FindOutsideGaps = (pod: Pod, family: Family) => readonly Gap[];

/** Creates the function that finds gaps. Packets can leave by several nodes, so the gaps of all of them are joined. */
export function createOutsideGapFinder(exitsOf: FindExits, paths: KnownPaths): FindOutsideGaps {
  if (paths.incomplete.length === 0) return () => [];
  return (pod, family) => joinGaps(exitsOf(pod, family).points.map((point) => paths.outside(pod.nodeName, point)));
}
