import type { Labels, Pod } from '../model/cluster.js';
import type { Origin } from '../model/manifest.js';

/** A name that no pod can have. */
const NAME = 'new pod';
const NOWHERE: Origin = { file: { path: '', text: '' }, start: 0, end: 0, pointer: '' };

/** Returns a placeholder pod of a namespace with these labels. It has no node and no address. */
export function createLabelledPlaceholder(namespace: string, labels: Labels): Pod {
  const words = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
  return {
    ...{ namespace, name: [NAME, ...(words.length > 0 ? ['with', words.join(',')] : [])].join(' ') },
    ...{ uid: '', nodeName: '', labels, addresses: [], podIPs: [], containerPorts: [], origin: NOWHERE },
    ...{ isPlanned: true, hostNetwork: false, completed: false, ready: false, terminating: false },
  };
}

/** Returns true for a placeholder pod. */
export function isLabelledPlaceholder({ name }: Pick<Pod, 'name'>): boolean {
  return name === NAME || name.startsWith(`${NAME} `);
}
