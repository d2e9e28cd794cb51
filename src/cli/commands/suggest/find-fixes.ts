import type { CompileInput } from '../../../compile/compile-input.js';
import { evaluate } from '../../../expectations/evaluate.js';
import type { Expectation } from '../../../expectations/expectation.js';
import { findMembers } from '../../../expectations/members.js';
import { type CheckedPacket, isUndecided } from '../../../expectations/packet.js';
import type { SourceFile } from '../../../model/manifest.js';
import type { Engine } from '../../../engine/engine.js';
import { type OpenedConnections, type UncountedPackets, countOpened } from '../../../suggest/count-opened.js';
import type { ChangedFile } from '../../../suggest/edit-files.js';
import { editText } from '../../../suggest/list-edit.js';
import { type PodUnits, collectPodUnits } from '../../../suggest/pod-units.js';
import { proposeEdits } from '../../../suggest/propose-edits.js';
import type { ProposedEdit } from '../../../suggest/proposed-edit.js';
import { type ResolvedPath, resolveWishes } from '../../../suggest/resolve-wishes.js';
import { createSuggestContext } from '../../../suggest/suggest-context.js';
import { pathsOfExpectations } from '../../../suggest/wished-path.js';
import { detectStyle } from '../../../suggest/yaml-style.js';
import { type QueriedInput, applyChanges, compileEdited, findBroken } from './queried-input.js';

/** Edits by which an expectation holds. */
export interface Fix {
  /** A clause for each edit. */
  readonly edits: readonly string[];
  readonly files: readonly ChangedFile[];
  /** Connections that it opens, or closes, besides those of the expectation. */
  readonly opens: OpenedConnections;
  readonly closes: OpenedConnections;
}

/** The input of a failed expectation. */
export interface FixTask {
  readonly input: CompileInput;
  /** All expectations of the repository. */
  readonly expectations: readonly Expectation[];
  readonly before: QueriedInput;
  readonly engine: Engine;
}

/** Limits of the search: edits of a fix, compilations, and fixes. */
const [MAX_EDITS, MAX_COMPILATIONS, MAX_FIXES] = [3, 30, 5];

interface Step {
  readonly state: QueriedInput;
  readonly files: readonly SourceFile[];
  readonly edits: readonly string[];
}

/**
 * Finds the smallest edits of existing objects by which an expectation holds, and no other one fails. Those that open and
 * close the least come first. Each is compiled and verified for every packet.
 */
export function findFixes(task: FixTask, expectation: Expectation): Fix[] {
  const { input, before, engine } = task;
  const seen = new Set<string>();
  const fixes: Fix[] = [];
  let steps: Step[] = [{ state: before, files: input.files, edits: [] }];
  for (let depth = 0; depth < MAX_EDITS && steps.length > 0 && fixes.length === 0; depth++) {
    const next: Step[] = [];
    for (const step of steps) {
      for (const proposed of proposeFor(expectation, step)) {
        const { files, key } = applyEdit(step.files, proposed);
        if (seen.has(key) || seen.size >= MAX_COMPILATIONS) continue;
        seen.add(key);
        const state = compileEdited({ ...input, files }, before, engine);
        if ('message' in state) continue;
        const after = { state, files, edits: [...step.edits, proposed.text] };
        if (evaluate(expectation, state.world).length > 0) next.push(after);
        else if (findBroken(task.expectations, before, state).length === 0) fixes.push(toFix(task, expectation, after));
      }
    }
    steps = next;
  }
  const sizeOf = ({ opens, closes }: Fix): number => opens.pairs + opens.outside + closes.pairs + closes.outside;
  return fixes.sort((a, b) => sizeOf(a) - sizeOf(b)).slice(0, MAX_FIXES);
}

/** Returns edits for the packet by which an expectation fails. */
function proposeFor(expectation: Expectation, { state }: Step): ProposedEdit[] {
  const { world, prepared } = state;
  const failed = findFiltered(expectation, state);
  if (!failed) return [];
  const units = collectPodUnits(world.model.classOf.keys());
  const manifests = prepared.found.compiled;
  const paths = failed.isDropped ? neededPaths(expectation, state, units) : [];
  return proposeEdits(failed.packet, failed.isDropped, { ...createSuggestContext(world, units), manifests, paths });
}

function findFiltered(
  expectation: Expectation,
  { world }: QueriedInput,
): { readonly packet: CheckedPacket; readonly isDropped: boolean } | undefined {
  for (const failure of evaluate(expectation, world)) {
    if (failure.type === 'filtered' && !isUndecided(failure.packet))
      return { packet: failure.packet, isDropped: failure.claim.type === 'reachable' };
  }
  return undefined;
}

/** Returns the paths that must pass. */
function neededPaths(expectation: Expectation, { world }: QueriedInput, units: PodUnits): readonly ResolvedPath[] {
  const wishes = pathsOfExpectations([expectation]).filter(({ isLimit }) => !isLimit);
  return resolveWishes(wishes, units, world).paths;
}

function applyEdit(
  files: readonly SourceFile[],
  { manifest, edit }: ProposedEdit,
): { readonly files: readonly SourceFile[]; readonly key: string } {
  const { path, text } = manifest.origin.file;
  const after = editText(manifest, edit, detectStyle([text]));
  const changed = applyChanges(files, [{ path, before: text, after }]);
  return { files: changed, key: JSON.stringify(changed.map((file) => (files.includes(file) ? '' : file.text))) };
}

function toFix({ input, before }: FixTask, expectation: Expectation, { state, files, edits }: Step): Fix {
  const packets = packetsOf(expectation, before);
  const isNeeded = expectation.type === 'packets' && expectation.claims.some(({ type }) => type === 'reachable');
  const texts = new Map(input.files.map((file) => [file.path, file.text]));
  const changed = files.filter(({ path, text }) => texts.get(path) !== text);
  return {
    edits,
    files: changed.map(({ path, text }) => ({ path, before: texts.get(path) ?? '', after: text })),
    opens: countOpened(before.world, state.world, isNeeded ? packets : []),
    closes: countOpened(state.world, before.world, isNeeded ? [] : packets),
  };
}

/** Returns the packets between the peers of an expectation. */
function packetsOf(expectation: Expectation, { world }: QueriedInput): UncountedPackets[] {
  if (expectation.type !== 'packets') return [];
  const destinations = findMembers(expectation.to, world);
  return findMembers(expectation.from, world, 'from').flatMap((from) => destinations.map((to) => ({ from, to })));
}
