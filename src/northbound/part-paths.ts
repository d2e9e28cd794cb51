import { shortDigest } from '../std/split-by-digest.js';

/** Folder of the parts that all zones share. */
export const SHARED_PARTS = 'northbound/shared/';
/** Folder of the files of zones, and of the parts that only one zone has. */
const ZONES = 'northbound/zones/';
/** Folder of transactions, one for each zone. */
export const TRANSACTIONS = 'northbound/transactions/';

/** Names that are valid and distinct file names on every file system: short and lower case. */
const PLAIN = /^[a-z0-9]([a-z0-9.-]{0,98}[a-z0-9])?$/;
/** Device names of Windows, also with an extension. */
const RESERVED = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/;

/**
 * Returns a file name for a name that is valid and distinct on every file system. Long names, device names, and names
 * with upper case or special characters are reduced to plain characters and a part of their digest.
 */
export function fileNameOf(name: string): string {
  if (PLAIN.test(name) && !RESERVED.test(name)) return name;
  const plain = name.toLowerCase().replace(/[^a-z0-9]+/g, '-').slice(0, 40); // prettier-ignore
  return `${plain}_${shortDigest(name).slice(0, 16)}`;
}

/** Returns the path of the file of a zone. */
export function zonePath(zone: string): string {
  return `${ZONES}${fileNameOf(zone)}.json`;
}

/** Returns the folder of the parts that only one zone has, if they are not in its file. */
export function ownPartsOf(zone: string): string {
  return `${ZONES}${fileNameOf(zone)}/`;
}

/** Returns the group of the rows of a namespace. */
export function namespaceGroup(namespace: string): string {
  return `namespace-${namespace}`;
}

/** Returns the path of a part of a group of rows. `prefix` identifies the part, '' for all. */
export function sharedPartPath(group: string, prefix: string): string {
  return `${SHARED_PARTS}${fileNameOf(group)}${prefix === '' ? '' : `_${prefix}`}.json`;
}

/** Returns true if a path is that of a part of a group of rows. */
export function isSharedPart(group: string, path: string): boolean {
  if (path === sharedPartPath(group, '')) return true;
  const start = `${SHARED_PARTS}${fileNameOf(group)}_`;
  return path.startsWith(start) && /^[0-9a-f]+(-[0-9a-f])?\.json$/.test(path.slice(start.length));
}

/** Returns the path of the transaction of a zone. */
export function transactionPath(zone: string): string {
  return `${TRANSACTIONS}${fileNameOf(zone)}.json`;
}

/** Returns the path of a part that only one zone has. */
export function ownPartPath(zone: string, prefix: string): string {
  return `${ownPartsOf(zone)}${prefix === '' ? 'all' : prefix}.json`;
}
