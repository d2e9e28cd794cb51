import { canonicalAddress } from '../net/address.js';
import { formatPrefix, parsePrefix } from '../net/prefix.js';
import { MAIN_TABLE } from '../ovn-kubernetes/numbers.js';

/** The parts of a line of `ip rule` that are written. */
export interface RuleQuery {
  readonly priority?: number;
  readonly from?: string;
  readonly fwmark?: number;
  readonly sport?: number;
  readonly iif?: string;
  readonly table?: number | string;
}

/** The parts of a line of `ip route` that are written. `destination` is a prefix with its length, or 'default'. */
export interface RouteQuery {
  readonly destination: string;
  readonly via?: string;
  readonly interface?: string;
  readonly table?: number | string;
}

/** Names of tables in rt_tables of every host. */
const TABLE_NUMBERS: ReadonlyMap<string, number> = new Map([
  ['main', MAIN_TABLE],
  ['default', 253],
  ['local', 255],
]);

/**
 * Parses a line as `ip rule` prints it (`6000: from 10.128.0.5 lookup 1003`), or its arguments after `ip rule add`.
 * Returns undefined for another text.
 */
export function parseRule(line: string): RuleQuery | undefined {
  const listed = /^(\d+):\s+(.*)$/.exec(line);
  const given = /^(?:ip (?:-[46] )?)?rule (?:(?:add|del|delete|list|show) )?(.*)$/.exec(line);
  const words = (listed?.[2] ?? given?.[1] ?? line).split(/\s+/);
  const valueOf = createReader(words);
  const table = tableOf(valueOf('lookup', 'table'));
  const isBare = /^from \S+/.test(line) && table !== undefined;
  if (!given && !isBare && !(listed && words.includes('from'))) return undefined;
  const from = valueOf('from')?.replace(/\/(32|128)$/, '');
  const [priority, fwmark, sport] = [
    numberOf(listed?.[1] ?? valueOf('priority', 'pref', 'prio')),
    numberOf(valueOf('fwmark')?.replace(/\/.*$/, '')),
    numberOf(valueOf('sport')),
  ];
  const iif = valueOf('iif');
  return {
    ...(priority === undefined ? {} : { priority }),
    ...(from === undefined || from === 'all' ? {} : { from: canonicalAddress(from) ?? from }),
    ...(fwmark === undefined ? {} : { fwmark }),
    ...(sport === undefined ? {} : { sport }),
    ...(iif === undefined ? {} : { iif }),
    ...(table === undefined ? {} : { table }),
  };
}

/**
 * Parses a line as `ip route` prints it (`default via 192.0.2.1 dev eth1 table 1003`), or its arguments after
 * `ip route add`. Returns undefined for another text.
 */
export function parseRoute(line: string): RouteQuery | undefined {
  const given = /^(?:ip (?:-[46] )?)?route (?:(?:add|replace|del|delete|list|show) )?(.*)$/.exec(line);
  const words = (given?.[1] ?? line).replace(/^unicast /, '').split(/\s+/);
  const valueOf = createReader(words);
  const [first = ''] = words;
  const [via, port, table] = [valueOf('via'), valueOf('dev'), tableOf(valueOf('table'))];
  const destination = first === 'default' ? first : prefixText(first);
  if (destination === undefined || (via === undefined && port === undefined)) return undefined;
  return {
    destination,
    ...(via === undefined ? {} : { via: canonicalAddress(via) ?? via }),
    ...(port === undefined ? {} : { interface: port }),
    ...(table === undefined ? {} : { table }),
  };
}

function createReader(words: readonly string[]): (...names: readonly string[]) => string | undefined {
  return (...names) => {
    const at = words.findIndex((word) => names.includes(word));
    return at < 0 ? undefined : words[at + 1];
  };
}

/** Returns a number, also for the name of a table that every host has, or another name as it is. */
function tableOf(word: string | undefined): number | string | undefined {
  if (word === undefined) return undefined;
  return numberOf(word) ?? TABLE_NUMBERS.get(word) ?? word;
}

function numberOf(word: string | undefined): number | undefined {
  return word !== undefined && /^(?:0x[0-9a-f]+|\d+)$/i.test(word) ? Number(word) : undefined;
}

function prefixText(word: string): string | undefined {
  const whole = word.includes('/') ? word : `${word}/${word.includes(':') ? 128 : 32}`;
  const prefix = parsePrefix(whole);
  return prefix && formatPrefix(prefix);
}
