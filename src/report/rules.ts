import { definitions } from '../compile/findings.js';
import type { IneffectiveRule } from '../model/catalogue.js';
import type { Diagnostic } from '../model/diagnostic.js';
import type { Cause } from '../model/intent/cause.js';
import type { MarkIntent } from '../model/intent/mark.js';
import type { PolicyIntent } from '../model/intent/policy.js';
import type { Intent } from '../model/intent.js';
import { titleOf } from '../model/kubernetes-object.js';
import { groupBy } from '../std/group-by.js';
import { describeFilter, describeMark } from '../traffic/describe.js';
import { collectTraffic } from '../traffic/collect-traffic.js';
import { policiesOf } from '../traffic/policies/model.js';
import type { RuleData, RuleList } from './data.js';
import { locateAll } from './places.js';
import { describePolicyRule, describeSelection } from './rule-words.js';

/** Reasons why rules are ineffective, by the code of the finding. */
const INEFFECTIVE_RULES: ReadonlyMap<string, IneffectiveRule> = new Map(
  definitions.flatMap(({ code, ineffective }) => (ineffective ? [[code, ineffective] as const] : [])),
);
/** Reasons by rank. If a rule has several, the first one is reported. */
const REASONS: readonly IneffectiveRule[] = ['unmatched', 'shadowed', 'overridden', 'redundant'];

/** A rule with its text, before its location is known. */
export interface Written {
  readonly cause: Cause;
  readonly text: string;
}

/** An object with its rules. */
export interface WrittenList {
  readonly cause: Cause;
  readonly subject: string;
  readonly rules: readonly Written[];
}

/**
 * Returns the rules of all objects that filter or mark packets, by namespace, '' for objects without one. Rules are in
 * order of precedence. Their usage is that in the findings, both reported and ignored.
 */
export function collectRules(
  intents: readonly Intent[],
  diagnostics: readonly Diagnostic[],
  folder: string,
): ReadonlyMap<string, readonly RuleList[]> {
  const lists = listWrittenRules(intents);
  const places = locateAll(
    lists.flatMap(({ rules }) => rules.map(({ cause }) => cause)),
    folder,
  );
  const findUse = createFindUse(diagnostics);
  const finished = lists.map(({ cause, subject, rules }) => ({
    namespace: cause.namespace,
    list: {
      kind: cause.kind,
      name: cause.name,
      subject,
      rules: rules.map((rule): RuleData => {
        const place = places.get(rule.cause);
        return { text: rule.text, ...(place ? { place } : {}), ...findUse(rule.cause) };
      }),
    },
  }));
  const byNamespace = groupBy(finished, ({ namespace }) => namespace);
  return new Map(Array.from(byNamespace, ([namespace, own]) => [namespace, own.map(({ list }) => list)]));
}

/** Returns the rules of all objects that filter or mark packets: of policies, then of filters, then of marks. */
export function listWrittenRules(intents: readonly Intent[]): WrittenList[] {
  const { filters, marks } = collectTraffic(intents);
  return [
    ...policiesOf(intents).map(listOfPolicy),
    ...[...filters.values()].flatMap((own) =>
      listsOf(own.map(describeFilter), (cause) => `all pods of ${cause.namespace}`),
    ),
    ...[...marks.values()].flatMap((own) => listsOf(own.map(describeMarked), () => 'pods of each rule')),
  ];
}

function listOfPolicy({ cause, subject, isolates, rules }: PolicyIntent): WrittenList {
  const closed = isolates.length === 0 ? '' : `, isolated for ${isolates.join(' and ')}`;
  return {
    cause,
    subject: `${describeSelection(subject)}${closed}`,
    rules: rules.map((rule) => ({
      cause: rule.cause,
      text: `${rule.direction} ${rule.index}: ${describePolicyRule(rule)}`,
    })),
  };
}

function describeMarked(mark: MarkIntent): Written {
  const { cause, text } = describeMark(mark);
  return { cause, text: `${text}, ${mark.source.pods.length} pods` };
}

function listsOf(rules: readonly Written[], subjectOf: (cause: Cause) => string): WrittenList[] {
  const byObject = groupBy(rules, ({ cause }) => titleOf(cause.kind, cause));
  return [...byObject.values()].flatMap((own): WrittenList[] => {
    const [first] = own;
    return first ? [{ cause: first.cause, subject: subjectOf(first.cause), rules: own }] : [];
  });
}

/** Finds whether a rule decides on packets, and why not. */
export type FindUse = (cause: Cause) => Pick<RuleData, 'use' | 'why'>;

/** Findings of one object by pointer: at the pointer itself, and at the pointer or below it. */
interface FoundAt {
  readonly at: Map<string, Diagnostic>;
  readonly below: Map<string, Diagnostic>;
}

/** Creates a function that finds the usage of rules in findings. */
export function createFindUse(diagnostics: readonly Diagnostic[]): FindUse {
  const byResource = new Map<string, FoundAt>();
  for (const one of diagnostics
    .filter(({ code }) => INEFFECTIVE_RULES.has(code))
    .sort((a, b) => rankOf(a) - rankOf(b))) {
    const { resource, pointer, alsoAt = [] } = one;
    if (!resource || pointer === undefined) continue;
    const title = titleOf(resource.kind, resource);
    const found: FoundAt = byResource.get(title) ?? { at: new Map(), below: new Map() };
    byResource.set(title, found);
    for (const place of [pointer, ...alsoAt]) addAt(found, place, one);
  }
  return (cause) => {
    const found = byResource.get(titleOf(cause.kind, cause));
    const one = found && findAbout(found, cause.origin.pointer + cause.pointer);
    const ineffective = one && INEFFECTIVE_RULES.get(one.code);
    return ineffective ? { use: ineffective, why: `${one.message}: ${one.help}` } : { use: 'decides' };
  };
}

function rankOf({ code }: Diagnostic): number {
  return REASONS.indexOf(INEFFECTIVE_RULES.get(code) ?? 'redundant');
}

/** Adds a finding, unless the pointer already has one. */
function addAt({ at, below }: FoundAt, pointer: string, one: Diagnostic): void {
  if (!at.has(pointer)) at.set(pointer, one);
  for (const above of withAncestors(pointer)) if (!below.has(above)) below.set(above, one);
}

/**
 * Returns the finding about a rule with the first reason by rank. A finding is about a rule if one of their pointers is a prefix of the
 * other.
 */
function findAbout({ at, below }: FoundAt, rule: string): Diagnostic | undefined {
  const around = withAncestors(rule).flatMap((pointer) => at.get(pointer) ?? []);
  return [below.get(rule) ?? [], around].flat().sort((a, b) => rankOf(a) - rankOf(b))[0];
}

/** Returns a pointer and its ancestors, up to the object as a whole. */
function withAncestors(pointer: string): string[] {
  const pointers = [pointer];
  for (let end = pointer.lastIndexOf('/'); end >= 0; end = pointer.lastIndexOf('/', end - 1)) {
    pointers.push(pointer.slice(0, end));
    if (end === 0) break;
  }
  return pointers;
}
