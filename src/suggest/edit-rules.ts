import type { Direction } from '../model/intent/policy.js';
import { type Json, type JsonObject, asList, asObject, isObject } from '../std/json.js';
import { sortedJson } from '../std/json-text.js';
import { plural } from '../std/plural.js';
import { specOfFirewall } from './draft-firewall.js';
import { draftRules } from './draft-rules.js';
import type { ListEdit } from './list-edit.js';
import type { PodUnit } from './pod-units.js';
import { specOfDraft } from './policy-object.js';
import { type DecidingObject, type FixContext, type ProposedEdit, proposal } from './proposed-edit.js';
import type { PathSide, ResolvedPath } from './resolve-wishes.js';

/** Proposes edits of an object by which a path passes for the pods of a unit. */
export function proposeAllow(
  object: DecidingObject,
  path: ResolvedPath,
  unit: PodUnit,
  context: FixContext,
): ProposedEdit[] {
  const { direction, effect, rule = 0 } = object;
  if (effect === 'filter') {
    const allowed = asList(specOfFirewall([path], context.world).egress).filter(
      (one) => asObject(one)?.type === 'Allow',
    );
    return allowed.flatMap((value) => insertRule(object, rule, value, `insert an Allow rule before rule ${rule}`));
  }
  const isAdmin = effect === 'admin';
  // An AdminNetworkPolicy has no namespace, so its peers name theirs.
  const rules = draftPath(path, unit, isAdmin ? '' : unit.namespace, direction, context);
  if (isAdmin) {
    return rules.flatMap((one) => {
      const value = toAdminRule(one, direction);
      return value ? insertRule(object, rule, value, `insert an Allow rule before ${direction} rule ${rule}`) : [];
    });
  }
  return rules.flatMap((one) => [
    ...extendRules(object, one),
    ...insertRule(object, object.rules.length, one, `add an ${direction} rule`),
  ]);
}

/** Returns the rules of a NetworkPolicy in a namespace that allow a path of a unit. */
function draftPath(
  path: ResolvedPath,
  unit: PodUnit,
  namespace: string,
  direction: DecidingObject['direction'],
  context: FixContext,
): JsonObject[] {
  const [type, peers]: [Direction, PathSide] = direction === 'egress' ? ['Egress', path.to] : ['Ingress', path.from];
  const rules = draftRules([{ peers, transport: path.transport }], [unit], type, context);
  return asList(specOfDraft({ namespace, podSelector: {}, directions: [type], rules })[direction]).filter(isObject);
}

function insertRule(object: DecidingObject, index: number, value: Json, words: string): ProposedEdit[] {
  return [proposal(object, { path: ['spec', object.direction], index, value }, words)];
}

/** Proposes to add the only new peer or port to a rule that has all others. */
function extendRules(object: DecidingObject, wanted: JsonObject): ProposedEdit[] {
  const { direction, rules } = object;
  const side = direction === 'egress' ? 'to' : 'from';
  return rules.flatMap((rule, index): ProposedEdit[] => {
    const add = (list: string, other: string, noun: string): ProposedEdit[] => {
      const [own, new_] = [asList(rule[list]), asList(wanted[list])];
      const missing = new_.filter((one) => !own.some((known) => isSame(known, one)));
      const [only] = missing;
      if (own.length === 0 || missing.length !== 1 || only === undefined || !isSame(rule[other], wanted[other]))
        return [];
      const edit: ListEdit = { path: ['spec', direction, index, list], index: own.length, value: only };
      return [proposal(object, edit, `add a ${noun} to ${direction} rule ${index}`)];
    };
    return [...add(side, 'ports', 'peer'), ...add('ports', side, 'port')];
  });
}

/** Returns true if two values are equal, regardless of the order of fields. */
function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return sortedJson(a ?? null) === sortedJson(b ?? null);
}

/** Proposes to remove a rule, or one of its peers or ports if it has several. */
export function proposeRemoval(object: DecidingObject): ProposedEdit[] {
  const { direction, rule, rules } = object;
  if (rule === undefined) return [];
  const own = rules[rule] ?? {};
  const parts = (['from', 'to', 'ports'] as const).flatMap((list) => {
    const items = asList(own[list]);
    const noun = list === 'ports' ? 'port' : 'peer';
    if (items.length < 2) return [];
    return items.map((_, index) =>
      proposal(
        object,
        { path: ['spec', direction, rule, list], index },
        `remove ${noun} ${index} of ${plural(items.length, noun)} from ${direction} rule ${rule}`,
      ),
    );
  });
  return [proposal(object, { path: ['spec', direction], index: rule }, `remove ${direction} rule ${rule}`), ...parts];
}

/**
 * Converts a rule of a NetworkPolicy to one of an AdminNetworkPolicy that allows the same. Returns undefined for networks
 * with exceptions, which it does not support.
 */
function toAdminRule(rule: JsonObject, direction: DecidingObject['direction']): JsonObject | undefined {
  const side = direction === 'egress' ? 'to' : 'from';
  const [ports, peers] = [asList(rule.ports).filter(isObject), asList(rule[side]).filter(isObject)];
  if (peers.some(({ ipBlock }) => asObject(ipBlock)?.except !== undefined)) return undefined;
  return {
    action: 'Allow',
    [side]: peers.map(toAdminPeer),
    ...(ports.length > 0 ? { ports: ports.map(toAdminPort) } : {}),
  };
}

function toAdminPeer({ namespaceSelector = {}, podSelector, ipBlock }: JsonObject): JsonObject {
  if (ipBlock !== undefined) return { networks: [asObject(ipBlock)?.cidr ?? ''] };
  return podSelector === undefined ? { namespaces: namespaceSelector } : { pods: { namespaceSelector, podSelector } };
}

function toAdminPort({ protocol = 'TCP', port = 1, endPort }: JsonObject): JsonObject {
  return endPort === undefined
    ? { portNumber: { protocol, port } }
    : { portRange: { protocol, start: port, end: endPort } };
}
