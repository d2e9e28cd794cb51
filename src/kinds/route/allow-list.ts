import type { Labels } from '../../model/cluster.js';
import type { AllowedSources } from '../../model/intent/expose.js';
import { readNetwork } from '../../net/prefix.js';

const PREFIX = 'haproxy.router.openshift.io/';
/** The annotation, and its older name. */
const ALLOW_LISTS = [`${PREFIX}ip_allowlist`, `${PREFIX}ip_whitelist`] as const;

/** Clients that may connect, and the ignored parts of the annotations. */
export interface ReadAllowList {
  /** If unset, every client may connect. */
  readonly list?: AllowedSources;
  /** The annotation that the router reads. If unset, the Route has none. */
  readonly name?: string;
  /** Entries that are neither an address nor a network. */
  readonly dropped: readonly string[];
  /** True if the router ignores an annotation with the older name. */
  readonly hidesOlder: boolean;
}

/**
 * Reads the allow list of a Route (OpenShift router). Spaces separate the entries. Invalid entries are ignored, and so
 * is a list that begins or ends with a space. If no entry is left, every client may connect.
 */
export function readAllowList(annotations: Labels): ReadAllowList {
  const isUsable = (text: string | undefined): boolean => text !== undefined && /^[^\n]+$/.test(text);
  const name = ALLOW_LISTS.find((one) => isUsable(annotations[one])) ?? ALLOW_LISTS.find((one) => one in annotations);
  if (name === undefined) return { dropped: [], hidesOlder: false };
  const text = annotations[name] ?? '';
  const hidesOlder = name === ALLOW_LISTS[0] && ALLOW_LISTS[1] in annotations;
  if (!isUsable(text) || /^\s|\s$/.test(text)) return { name, dropped: [text], hidesOlder };
  const entries = text.split(/\s+/).map((entry) => ({ text: entry, network: readNetwork(entry) }));
  const [first, ...rest] = entries.flatMap(({ network, text: own }) => (network ? [{ network, text: own }] : []));
  const dropped = entries.flatMap((entry) => (entry.network ? [] : [entry.text]));
  return { name, dropped, hidesOlder, ...(first === undefined ? {} : { list: [first, ...rest] }) };
}
