import type { CompileInput } from '../../../compile/compile-input.js';
import type { Expectation } from '../../../expectations/expectation.js';
import { parseExpectations } from '../../../expectations/parse.js';
import type { ExpectationContext } from '../../../expectations/world.js';
import type { Manifest } from '../../../model/manifest.js';
import { type Engine, createEngine } from '../../../engine/engine.js';
import { checkConfiguration } from '../../../schema/configuration.js';
import { compileGlob } from '../../../sources/glob.js';
import { suggestionText } from '../../../std/suggest.js';
import { type ChangedFile, editFiles } from '../../../suggest/edit-files.js';
import { findFirewalls, findNetworkPolicies } from '../../../suggest/existing-policies.js';
import { type PlannedPolicy, planChanges } from '../../../suggest/plan-changes.js';
import { planFirewalls } from '../../../suggest/plan-firewalls.js';
import { proveSuggestion } from '../../../suggest/prove-suggestion.js';
import { detectRepositoryStyle } from '../../../suggest/repository-style.js';
import { findNeededPaths, suggestPolicies } from '../../../suggest/suggest-policies.js';
import { type WishedPath, pathsOfExpectations } from '../../../suggest/wished-path.js';
import type { InputOptions, ReadInput } from '../../run/input.js';
import type { FlowsOptions } from '../observed/collect-flows.js';
import { readValid } from '../../run/prepared.js';
import { type QueriedInput, applyChanges, compileEdited, compileState, findBroken } from './queried-input.js';
import { readWishes } from './read-wishes.js';

/** Suggested policies, and the changes of files. */
export interface FoundPolicies {
  readonly root: string;
  readonly namespaces: readonly string[];
  readonly policies: readonly PlannedPolicy[];
  readonly removed: readonly Manifest[];
  readonly files: readonly ChangedFile[];
  /** Names of the expectations that need packets of the namespaces. */
  readonly paths: readonly string[];
  /** Number of pods of the namespaces. */
  readonly pods: number;
  readonly notes: readonly string[];
  /** Reasons why there is no suggestion. If empty, the suggestion is proven. */
  readonly problems: readonly string[];
}

/** Options of `weir suggest policy` that select packets. */
export interface WishOptions extends InputOptions, FlowsOptions {
  /** Globs of namespaces. Empty: all. */
  readonly globs: readonly string[];
}

/** Finds the policies for namespaces, and proves them. Errors go to standard error, and the result is undefined. */
export async function findPolicyChanges({
  globs,
  flows,
  flowsFormat,
  ...options
}: WishOptions): Promise<FoundPolicies | undefined> {
  const engine = createEngine();
  const task = await readValid({ ...options, allowEmpty: true }, (input, report, read) => {
    const before = compileState(input, report, engine);
    const expectations = parseExpectations(read.expectations, checkConfiguration, report);
    return { input, read, expectations, before, engine };
  });
  if (!task) return undefined;
  const { before, expectations, read } = task;
  const wishes = flows
    ? await readWishes({ flows, ...(flowsFormat ? { flowsFormat } : {}) }, before.world)
    : { paths: pathsOfExpectations(expectations), notes: [] };
  if (!wishes) return undefined;
  const namespaces = chooseNamespaces(globs, before.world);
  const none = { root: read.root, policies: [], removed: [], files: [], paths: [], pods: 0, notes: [] };
  if (typeof namespaces === 'string') return { ...none, namespaces: [], problems: [namespaces] };
  const found = suggest({ ...task, wishes: wishes.paths, namespaces });
  return { ...found, notes: [...wishes.notes, ...found.notes] };
}

/** Returns the namespaces with pods that the globs match, or a sentence if one matches none. */
function chooseNamespaces(globs: readonly string[], { model, cluster }: ExpectationContext): string[] | string {
  const known = [...new Set([...model.classOf.keys()].map(({ namespace }) => namespace))].sort();
  if (globs.length === 0) return known;
  const matchers = globs.map((glob) => compileGlob(glob, true));
  const unmatched = globs.find((_, index) => !known.some((name) => matchers[index]?.(name)));
  if (unmatched === undefined) return known.filter((name) => matchers.some((matches) => matches(name)));
  return cluster.namespaces.has(unmatched)
    ? `namespace ${unmatched} has no pods on the pod network`
    : `no namespace ${unmatched} in the input${suggestionText(unmatched, known)}`;
}

interface Task {
  readonly input: CompileInput;
  readonly read: ReadInput;
  readonly expectations: readonly Expectation[];
  readonly wishes: readonly WishedPath[];
  readonly namespaces: readonly string[];
  readonly before: QueriedInput;
  readonly engine: Engine;
}

/** Suggests policies next to the EgressFirewalls that exist, or else in place of those that the proof rejects. */
function suggest(task: Task): FoundPolicies {
  const first = attempt(task, new Set());
  const { senders } = first;
  return senders.size === 0 ? first.result : attempt(task, senders).result;
}

interface Attempt {
  readonly result: FoundPolicies;
  /** Namespaces with an EgressFirewall whose packets are not proven. */
  readonly senders: ReadonlySet<string>;
}

function attempt(task: Task, replaced: ReadonlySet<string>): Attempt {
  const { input, read, expectations, wishes, namespaces, before, engine } = task;
  const { compiled, inventory, observed } = before.prepared.found;
  const { intents } = before.world;
  const named = new Set(namespaces);
  const isNamed = ({ namespace }: Manifest): boolean => named.has(namespace);
  const isEditable = ({ origin: { file } }: Manifest): boolean => file.role !== 'inventory' && !file.trace;
  const firewalls = findFirewalls([...compiled, ...observed], intents).filter(isNamed);
  const filtered = new Set(firewalls.map(({ namespace }) => namespace));
  const hasFirewall = (name: string): boolean => filtered.has(name);
  const suggestion = suggestPolicies(namespaces, wishes, before.world, hasFirewall);
  const policies = findNetworkPolicies([...compiled, ...observed], intents);
  const sorted = policies.filter(isEditable).sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
  const style = detectRepositoryStyle(sorted, [...compiled, ...inventory].filter(isEditable));
  const plans = [
    planChanges(suggestion.policies, policies.filter(isNamed), style),
    planFirewalls(suggestion.firewalls, firewalls, replaced, style),
  ];
  const edits = plans.flatMap((plan) => plan.edits);
  const added = plans.flatMap((plan) => plan.added);
  const files = editFiles(read.files, edits, added, style.yaml);
  const common = {
    ...{ root: read.root, namespaces, files },
    policies: plans.flatMap((plan) => plan.policies),
    removed: plans.flatMap((plan) => plan.removed),
    paths: [...new Set(suggestion.paths.map(({ name }) => name))],
    pods: namespaces.flatMap((name) => suggestion.units.byNamespace.get(name) ?? []).flatMap(({ pods }) => pods).length,
    notes: suggestion.lacksDNS
      ? ['the inventory has no DNS servers, so the policies allow no DNS: export it with `weir inventory`']
      : [],
  };
  const fail = (problems: readonly string[]): Attempt => ({ result: { ...common, problems }, senders: new Set() });
  if (suggestion.problems.length > 0) return fail(suggestion.problems);
  const obstacles = plans.flatMap((plan) => plan.obstacles);
  if (obstacles.length > 0) return fail(obstacles);
  const after = compileEdited({ ...input, files: applyChanges(read.files, files) }, before, engine);
  if ('message' in after) return fail([after.message]);
  const { paths, units } = findNeededPaths(namespaces, wishes, after.world);
  const unproven = proveSuggestion({ namespaces, paths, units, world: after.world });
  const problems = [...unproven.map(({ text }) => text), ...findBroken(expectations, before, after)];
  const senders = unproven.flatMap(({ sender = '' }) => (hasFirewall(sender) && !replaced.has(sender) ? [sender] : []));
  return { result: { ...common, problems }, senders: new Set([...senders, ...(senders.length > 0 ? replaced : [])]) };
}
