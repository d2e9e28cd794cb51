import type { Labels } from '../../model/cluster.js';
import type { AllowList } from '../../model/intent/expose.js';
import { parseAddress } from '../../net/address.js';
import { parseCIDR } from '../../net/prefix.js';

const PREFIX = 'haproxy.router.openshift.io/';
/** The annotation, and its older name. */
const ALLOW_LISTS = [`${PREFIX}ip_allowlist`, `${PREFIX}ip_whitelist`] as const;

/** Who may connect, and what of the annotations is lost. */
export interface ReadAllowList {
  /** Absent: everybody. */
  readonly list?: AllowList;
  /** The annotation that counts. Absent: there is none. */
  readonly name?: string;
  /** Entries that are neither an address nor a network. */
  readonly dropped: readonly string[];
  /** Whether there is an annotation of the older name that does not count. */
  readonly hidesOlder: boolean;
}

/**
 * Reads the allow list of a Route (OpenShift router): blanks stand between the entries, what is none is dropped, and a list that
 * begins or ends with a blank is none. Where nothing is left, everybody may connect.
 */
export function readAllowList(annotations: Labels): ReadAllowList {
  const isUsable = (text: string | undefined): boolean => text !== undefined && /^[^\n]+$/.test(text);
  const name = ALLOW_LISTS.find((one) => isUsable(annotations[one])) ?? ALLOW_LISTS.find((one) => one in annotations);
  if (name === undefined) return { dropped: [], hidesOlder: false };
  const text = annotations[name] ?? '';
  const hidesOlder = name === ALLOW_LISTS[0] && ALLOW_LISTS[1] in annotations;
  if (!isUsable(text) || /^\s|\s$/.test(text)) return { name, dropped: [text], hidesOlder };
  const entries = text.split(/\s+/);
  const [first, ...rest] = entries.filter(isAddressOrNetwork);
  const dropped = entries.filter((entry) => !isAddressOrNetwork(entry));
  return { name, dropped, hidesOlder, ...(first === undefined ? {} : { list: [first, ...rest] }) };
}

function isAddressOrNetwork(text: string): boolean {
  return parseAddress(text) !== undefined || parseCIDR(text) !== undefined;
}
