import { titleOf } from '../model/kubernetes-object.js';
import { groupBy } from '../std/group-by.js';
import { routeWords, selectorWords } from '../ovn-kubernetes/words.js';
import { type Explained, type SubjectExplanation, sourceObjectsOf } from './explanation.js';
import type { RouteQuery, RuleQuery } from './host-words.js';
import { type MadeLine, type MadeRule, normaliseNft } from './made-lines.js';

/** Returns the name of the owner of an address, with parentheses, or ''. */
export type NameAddress = (address: string) => string;

/** Explains the lines that a predicate selects, those of equal text and sources together. */
export function explainMadeLines(
  lines: readonly MadeLine[],
  isMeant: (line: MadeLine) => boolean,
  nameAddress: NameAddress,
): readonly Explained[] {
  const meant = lines.filter(isMeant).map((line) => {
    const sources = sourceObjectsOf(line.causes);
    const names = sources.map((source) => titleOf(source.kind, source)).join();
    return { line, sources, title: titleOfLine(line), names };
  });
  const groups = groupBy(meant, ({ title, names }) => `${title}\n${names}`);
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const { line, title, sources } = first;
    return {
      title,
      where: [...new Set(own.map((one) => one.line.where))],
      isManagedByWeir: true,
      sources,
      effects: describeLine(line, lines, nameAddress),
    };
  });
}

/** Explains a line of `ip rule`. */
export function explainRule(
  lines: readonly MadeLine[],
  wanted: RuleQuery,
  nameAddress: NameAddress,
): SubjectExplanation {
  const isMeant = (line: MadeLine): boolean => line.sort === 'rule' && isRule(line.rule, wanted);
  return concluded(explainMadeLines(lines, isMeant, nameAddress), 'rule of `ip rule`');
}

/** Explains a line of `ip route`. Without a table, routes of all tables are meant. */
export function explainRoute(
  lines: readonly MadeLine[],
  wanted: RouteQuery,
  nameAddress: NameAddress,
): SubjectExplanation {
  const isMeant = (line: MadeLine): boolean => {
    if (line.sort !== 'route') return false;
    const { destination, via, interface: port, table, family } = line.route;
    const whole = family === 'IPv4' ? '0.0.0.0/0' : '::/0';
    return (
      (wanted.destination === 'default' ? whole : wanted.destination) === destination &&
      wanted.via === via &&
      (wanted.interface ?? port) === port &&
      (wanted.table ?? table) === table
    );
  };
  return concluded(explainMadeLines(lines, isMeant, nameAddress), 'route');
}

/** Explains a line of an nftables ruleset: a rule, or the elements of a set or map. */
export function explainNft(lines: readonly MadeLine[], text: string, nameAddress: NameAddress): SubjectExplanation {
  const plain = normaliseNft(text.replace(/^nft /, '').replace(/^add (rule|element) \S+ \S+ \S+ /, ''));
  const items = plain.replace(/^elements = \{|^\{|\}$/g, '').split(/,(?=\s)/);
  const wanted = new Set(items.map(normaliseNft));
  const isMeant = (line: MadeLine): boolean => line.sort === 'nft' && wanted.has(line.text);
  return concluded(explainMadeLines(lines, isMeant, nameAddress), 'nftables rule or element');
}

function concluded(answers: readonly Explained[], what: string): SubjectExplanation {
  const notes = answers.length > 0 ? [] : [`not Weir's: the input makes no such ${what}`];
  return { answers, notes };
}

function isRule(rule: MadeRule, wanted: RuleQuery): boolean {
  const { priority, from, fwmark, sport, iif, table } = wanted;
  return (
    (priority ?? rule.priority) === rule.priority &&
    from === rule.from &&
    fwmark === rule.fwmark &&
    sport === rule.sport &&
    iif === rule.iif &&
    (table ?? rule.table) === rule.table
  );
}

function titleOfLine(line: MadeLine): string {
  if (line.sort === 'nft') return `nft ${line.chain}: ${line.text}`;
  if (line.sort === 'route') return `ip route ${routeWords(line.route)}`;
  const { iif, table } = line.rule;
  return `ip rule ${selectorWords(line.rule)}${iif === undefined ? '' : ` iif ${iif}`} table ${table}`;
}

function describeLine(line: MadeLine, lines: readonly MadeLine[], nameAddress: NameAddress): string[] {
  if (line.sort === 'nft') {
    if (!line.becomes) return [];
    const { source, address } = line.becomes;
    return [`translates the source ${source}${nameAddress(source)} to ${address}${nameAddress(address)}`];
  }
  if (line.sort === 'route') {
    const { destination, via, interface: port, table } = line.route;
    const hop = via === undefined ? '' : `${via}${nameAddress(via)} `;
    return [
      `sends packets to ${destination} ${hop === '' ? '' : `to ${hop}`}through ${port}, if a rule selects table ${table}`,
    ];
  }
  const { from, fwmark, sport, iif, table } = line.rule;
  const parts = [
    ...(from === undefined ? [] : [`from ${from}${nameAddress(from)}`]),
    ...(fwmark === undefined ? [] : [`with mark ${fwmark}`]),
    ...(sport === undefined ? [] : [`from port ${sport}`]),
    ...(iif === undefined ? [] : [`that arrive at ${iif}`]),
  ];
  const routes = lines.filter((one) => one.sort === 'route' && one.where === line.where && one.route.table === table);
  const followed = routes.map((one) => (one.sort === 'route' ? routeWords(one.route) : ''));
  return [
    `routes packets ${parts.join(' ')} by table ${table}`,
    ...followed.map((route) => `table ${table}: ${route}`),
  ];
}
