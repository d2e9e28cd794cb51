import type { Labels } from '../model/cluster.js';
import { isPassingLabel } from '../model/passing-labels.js';

/** DeploymentConfigs set both. The second has the number of the rollout. */
const [OF_CONFIG, OF_ROLLOUT] = ['deploymentconfig', 'deployment'];

/** Keys that name a workload, the most specific last. */
const NAMING = ['name', 'run', 'component', 'k8s-app', 'app', 'app.kubernetes.io/component', 'app.kubernetes.io/name'];
/** Keys that an upgrade or a new installation changes. */
const CHANGING = new Set([
  'version',
  'app.kubernetes.io/version',
  'helm.sh/chart',
  'chart',
  'heritage',
  'release',
  'app.kubernetes.io/managed-by',
]);

/** Returns true if pods keep a label when they are replaced. */
export function isLasting(key: string): boolean {
  return !isPassingLabel(key);
}

/** Returns the labels that pods keep when they are replaced, in byte order of their keys. */
export function lastingLabels(labels: Labels): Labels {
  const isRollout = (key: string): boolean => key === OF_ROLLOUT && Object.hasOwn(labels, OF_CONFIG);
  const kept = Object.entries(labels).filter(([key]) => isLasting(key) && !isRollout(key));
  return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the value of the label that names the workload of pods, as a part of a name. If unset, there is none. */
export function nameByLabels(labels: Labels): string | undefined {
  const key = NAMING.findLast((one) => Object.hasOwn(labels, one));
  const name = key === undefined ? '' : (labels[key] ?? '').toLowerCase().replace(/[^a-z0-9.-]/g, '-');
  return /^[a-z0-9].*[a-z0-9]$|^[a-z0-9]$/.test(name) ? name : undefined;
}

/** Returns true if a label names a workload, so that other workloads do not come to have it. */
export function isNaming(key: string): boolean {
  return NAMING.includes(key);
}

/** Returns the rank of a key in a selector: those that name a workload first, those that upgrades change last. */
export function rankOfKey(key: string): number {
  if (CHANGING.has(key)) return 1;
  return -1 - NAMING.indexOf(key);
}
