import { northboundSchema } from '../northbound/schema/northbound.js';
import { type AclLogEntry, parseAclLog } from '../observed/acl-log.js';
import { type HaproxyQuery, parseHaproxy } from './explain-haproxy.js';
import { type RouteQuery, type RuleQuery, parseRoute, parseRule } from './host-words.js';

/** What a text is about, by its form alone. */
export type Subject =
  | { readonly form: 'row'; readonly name: string; readonly table?: string }
  | { readonly form: 'uuid'; readonly uuid: string }
  | { readonly form: 'log'; readonly entry: AclLogEntry }
  | { readonly form: 'number'; readonly value: number; readonly as?: 'mark' | 'table' }
  | { readonly form: 'rule'; readonly rule: RuleQuery }
  | { readonly form: 'route'; readonly route: RouteQuery }
  | { readonly form: 'haproxy'; readonly query: HaproxyQuery }
  | { readonly form: 'nft'; readonly text: string }
  | { readonly form: 'iptables' };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Names of address sets and port groups: `a` and a 64-bit number, with the suffix of older releases. */
const HASH = /^[$@]?(a\d{10,20}(?:_\w+)?)$/;
const NUMBER = /^(?:(mark|fwmark|table)[ =])?(0x[0-9a-f]+|\d+)(?:\/0x[0-9a-f]+)?$/i;
/** Names that no Kubernetes object can have: with a bar, an underscore, or a prefix of OVN-Kubernetes. */
const ROW = /^(?:[\w.-]+-controller:\S|(?:EF|NP|ANP|BANP):\S|[^\s|]+\|\S|[^\s=!,()]*_[^\s=!,()]*$)/;
const NFT =
  /^nft |\b(?:snat|dnat) |\bmeta (?:mark|oifname|l4proto)\b|\bct (?:mark|status)\b|\b(?:saddr|daddr|oifname|iifname) |\belements = |\. "[^"]+"|^\S+(?: comment "[^"]*")? : \S+$| \. \d+ : /;

/**
 * Returns the subject of a text of one form: a row, a UUID, a line of an ACL log, a mark, a table, or a line of HAProxy,
 * `ip rule`, `ip route`, nft or iptables. Returns undefined for other texts.
 */
export function parseSubject(written: string): Subject | undefined {
  const text = written.trim();
  const entry = parseAclLog(text);
  if (entry) return { form: 'log', entry };
  const query = parseHaproxy(text);
  if (query) return { form: 'haproxy', query };
  const row = readRow(text);
  if (row) return row;
  if (UUID.test(text)) return { form: 'uuid', uuid: text.toLowerCase() };
  const [, as, number] = NUMBER.exec(text) ?? [];
  if (number !== undefined) {
    const sort = as === undefined ? {} : { as: as.toLowerCase() === 'table' ? ('table' as const) : ('mark' as const) };
    return { form: 'number', value: Number(number), ...sort };
  }
  const rule = parseRule(text);
  if (rule) return { form: 'rule', rule };
  const route = parseRoute(text);
  if (route) return { form: 'route', route };
  if (/^(?:ip6?tables |-A \S)/.test(text)) return { form: 'iptables' };
  return NFT.test(text) ? { form: 'nft', text } : undefined;
}

function readRow(text: string): Subject | undefined {
  const space = text.indexOf(' ');
  const table = [...northboundSchema.keys()].find((one) => one.toLowerCase() === text.slice(0, space).toLowerCase());
  if (table !== undefined) return { form: 'row', table, name: text.slice(space + 1).trim() };
  const hash = HASH.exec(text)?.[1];
  if (hash !== undefined) return { form: 'row', name: hash };
  return ROW.test(text) ? { form: 'row', name: text } : undefined;
}
