import { shortDigest } from '../std/split-by-digest.js';

/** The folder of the parts that every zone holds. */
export const SHARED_PARTS = 'northbound/shared/';
/** The folder of the files of zones, and of the parts that only one holds. */
const ZONES = 'northbound/zones/';
/** The folder of transactions, one for each zone. */
export const TRANSACTIONS = 'northbound/transactions/';

/** Names that are files of their own on every file system as they are: short, and of one case. */
const PLAIN = /^[a-z0-9]([a-z0-9.-]{0,98}[a-z0-9])?$/;
/** Names of devices on Windows, whatever follows their first dot. */
const RESERVED = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/;

/**
 * Returns a name as that of a file that no file system takes for another or refuses: names that differ in case only,
 * that are long, or of a device, are cut down to what is plain in them and a part of their digest.
 */
export function fileNameOf(name: string): string {
  if (PLAIN.test(name) && !RESERVED.test(name)) return name;
  const plain = name.toLowerCase().replace(/[^a-z0-9]+/g, '-').slice(0, 40); // prettier-ignore
  return `${plain}_${shortDigest(name).slice(0, 16)}`;
}

/** Returns the file of a zone. */
export function zonePath(zone: string): string {
  return `${ZONES}${fileNameOf(zone)}.json`;
}

/** Returns the folder of the parts that only one zone holds, where they are no part of its file. */
export function ownPartsOf(zone: string): string {
  return `${ZONES}${fileNameOf(zone)}/`;
}

/** Returns the group of the rows that belong to a namespace. */
export function namespaceGroup(namespace: string): string {
  return `namespace-${namespace}`;
}

/** Returns the file of a group of rows; `prefix` says which part of it, '' all. */
export function sharedPartPath(group: string, prefix: string): string {
  return `${SHARED_PARTS}${fileNameOf(group)}${prefix === '' ? '' : `_${prefix}`}.json`;
}

/** Returns true if a path is that of a part of a group of rows. */
export function isSharedPart(group: string, path: string): boolean {
  if (path === sharedPartPath(group, '')) return true;
  const start = `${SHARED_PARTS}${fileNameOf(group)}_`;
  return path.startsWith(start) && /^[0-9a-f]+(-[0-9a-f])?\.json$/.test(path.slice(start.length));
}

/** Returns the file with the transaction of a zone. */
export function transactionPath(zone: string): string {
  return `${TRANSACTIONS}${fileNameOf(zone)}.json`;
}

/** Returns a part that only one zone holds. */
export function ownPartPath(zone: string, prefix: string): string {
  return `${ownPartsOf(zone)}${prefix === '' ? 'all' : prefix}.json`;
}
