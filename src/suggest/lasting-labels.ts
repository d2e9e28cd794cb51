import type { Labels } from '../model/cluster.js';

/** Keys of labels that controllers change when they replace a pod, and those of a single pod. */
const VOLATILE = new Set([
  'pod-template-hash',
  'rollouts-pod-template-hash',
  'controller-revision-hash',
  'pod-template-generation',
  'controller-uid',
  'job-name',
  'batch.kubernetes.io/controller-uid',
  'batch.kubernetes.io/job-name',
  'batch.kubernetes.io/job-completion-index',
  'statefulset.kubernetes.io/pod-name',
  'apps.kubernetes.io/pod-index',
  'openshift.io/deployer-pod-for.name',
  'openshift.io/build.name',
  'kubevirt.io/nodeName',
  'kubevirt.io/created-by',
  'kubevirt.io/migrationJobUID',
  'vmi.kubevirt.io/id',
]);
/** Prefix of labels that describe the node of a pod. */
const OF_NODE = 'topology.kubernetes.io/';
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
  return !VOLATILE.has(key) && !key.startsWith(OF_NODE);
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

/** Returns the rank of a key in a selector: those that name a workload first, those that upgrades change last. */
export function rankOfKey(key: string): number {
  if (CHANGING.has(key)) return 1;
  return -1 - NAMING.indexOf(key);
}
