import type { ResourceName } from '../model/diagnostic.js';
import type { Cause } from '../model/intent/cause.js';
import { pathOfName } from '../model/kubernetes-object.js';
import { northboundSchema } from '../northbound/schema/northbound.js';
import { plural } from '../std/plural.js';
import { type Explained, type SubjectExplanation, sourceObjectsOf } from './explanation.js';
import type { MadeLine } from './made-lines.js';
import type { MadeObject } from './made-objects.js';
import type { RowFinder } from './made-rows.js';

/** Maximum rows of a table that are named. */
const MAX_NAMED = 3;

/** Everything that is made of a repository. */
export interface MadeThings {
  readonly finder: RowFinder;
  readonly lines: () => readonly MadeLine[];
  readonly objects: () => readonly MadeObject[];
}

/** An object by its kind, in any case, and its path. With `pointer`, one of its rules. */
export interface NamedObject {
  readonly kind: string;
  readonly name: string;
  readonly pointer?: string;
}

/** Explains an object, or one of its rules: what it comes from, and what is made of it. */
export function explainObject({ kind, name, pointer }: NamedObject, made: MadeThings): SubjectExplanation {
  const isObject = (one: ResourceName): boolean =>
    one.kind.toLowerCase() === kind.toLowerCase() && pathOfName(one) === name;
  const isMeant = (one: Cause): boolean =>
    isObject(one) && (pointer === undefined || `${one.pointer}/`.startsWith(`${pointer}/`));
  const written = pointer === undefined ? made.objects().filter(isObject) : [];
  const answers = [...explainResults(isMeant, made, pointer), ...written.map(explainMade)];
  return {
    answers,
    notes:
      answers.length > 0
        ? []
        : [`not Weir's: the input has no ${kind} ${name} that makes rows, rules, routes or objects, and makes none`],
  };
}

/** Explains an object that Weir writes. */
function explainMade(object: MadeObject): Explained {
  const { kind, path, part, causes } = object;
  return {
    title: `${part === 'object' ? '' : `${part} of `}${kind} ${pathOfName(object)}`,
    where: [path],
    isManagedByWeir: true,
    sources: sourceObjectsOf(causes),
    effects: [],
  };
}

/** Explains what is made of a resource, or of a rule. */
function explainResults(
  isMeant: (one: Cause) => boolean,
  { finder, lines, objects }: MadeThings,
  pointer: string | undefined,
): Explained[] {
  const causes: Cause[] = [];
  const effects: string[] = [];
  for (const table of northboundSchema.keys()) {
    const own = finder.rowsOf(table).filter(({ row }) => row.cause && isMeant(row.cause));
    causes.push(...own.flatMap(({ row }) => (row.cause ? [row.cause] : [])));
    const named = own.slice(0, MAX_NAMED).map(({ row }) => row.key);
    if (own.length > 0) effects.push(`makes ${plural(own.length, `${table} row`)}, such as ${named.join(' and ')}`);
  }
  const onHosts = lines().filter((line) => line.causes.some(isMeant));
  const written = objects().filter((one) => one.causes.some(isMeant));
  causes.push(...[...onHosts, ...written].flatMap((one) => one.causes.filter(isMeant)));
  const hosts = [...new Set(onHosts.map(({ where }) => where))];
  if (onHosts.length > 0)
    effects.push(
      `makes ${plural(onHosts.length, 'rule, route or nftables line', 'rules, routes and nftables lines')} of ${hosts.join(', ')}`,
    );
  for (const { kind, part, path, ...own } of written)
    effects.push(`makes the ${part} of ${kind} ${pathOfName(own)} in ${path}`);
  const [first] = causes;
  if (!first) return [];
  const whole = sourceObjectsOf([{ ...first, pointer: pointer ?? '/metadata/name' }]);
  const title = `${first.kind} ${pathOfName(first)}${pointer === undefined ? '' : `, rule ${pointer.replace('/spec/', '')}`}`;
  return [{ title, where: [], isManagedByWeir: true, sources: whole, effects }];
}
