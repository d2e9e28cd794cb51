import { isDeepStrictEqual } from 'node:util';
import { compareLocks } from '../../kinds/locks.js';
import type { Failure } from '../../model/change.js';
import type { Severity } from '../../model/diagnostic.js';
import type { LockChange } from '../../model/lock.js';
import type { Compilation } from '../../compile/compile.js';
import { createEngine } from '../../engine/engine.js';
import type { SourceFile } from '../../model/manifest.js';
import { type ReadPolicy, parsePolicy } from '../../policy/parse.js';
import { clusterNamesOf } from '../../output-index/index-file.js';
import { asFolder } from '../../rendered/bundles/bundle.js';
import type { ReadFiles } from '../../rendered/bundles/delivered.js';
import type { FileOwner } from '../../model/artefact.js';
import { filesOf } from '../../rendered/bundles/group-files.js';
import type { Inventory } from '../inventory/pull.js';
import { isSelfChecked } from '../process/self-check.js';
import { compilePolicy } from './compile-policy.js';
import { createObjectFiles } from './inventory-files.js';
import { type ObjectNames, measureLoss } from './inventory-problem.js';
import type { InventorySource } from './inventory-source.js';
import { type RejectedPart, findRejectedParts } from './rejected-parts.js';

/** Returns the current bytes of the policy bundle. */
export type ReadLivePolicy = () => Promise<Uint8Array | Failure>;

/** The compiled state of the last cycle that reached this step. */
export interface LiveInput {
  /** Hexadecimal SHA-256 of the policy. */
  readonly policy: string;
  /** Number of objects in the inventory. */
  readonly objects: number;
  /** Milliseconds since 1970: when that inventory was complete. */
  readonly at: number;
  /** Assignments that differ from the lock, or are missing in it. */
  readonly mismatches: readonly LockChange[];
  /** Number of findings by severity. */
  readonly findings: Readonly<Record<Severity, number>>;
  /** Nodes that no probe reaches. If unset, nodes are not probed. */
  readonly unreachable?: readonly string[] | undefined;
  /** Parts of resources that are skipped. */
  readonly rejected: readonly RejectedPart[];
}

/** Reads the policy and the inventory of the cluster for each plan, and renders the files of an owner. */
export interface Live {
  readonly read: ReadFiles;
  /** Returns undefined until a policy was compiled. */
  readonly state: () => LiveInput | undefined;
  /** Records that the target is in the state of the files read last. */
  readonly settle: () => void;
  /**
   * Share of the inventory that was lost since the target was in the state of the same policy, in percent. Undefined if
   * it never was.
   */
  readonly lost: () => number | undefined;
  /** Calls a function after each change of the inventory. If unset, only a reading shows changes. */
  readonly follow?: InventorySource['follow'];
  readonly close: () => void;
}

/** The compiled state and its input. An equal input is not compiled again. */
interface Rendered {
  readonly inputs: readonly SourceFile[];
  readonly files: Awaited<ReturnType<ReadFiles>>;
  readonly state: Omit<LiveInput, 'at' | 'unreachable'>;
}

/**
 * Creates the live state. Each reading of files reads the policy and the inventory, and compiles them. If any part
 * fails, or a sudden loss is not confirmed, the target and the state here are unchanged.
 */
export function createLive(owner: FileOwner, readPolicy: ReadLivePolicy, source: InventorySource): Live {
  const engine = createEngine({ isChecked: isSelfChecked() });
  const index = createEngine();
  const listObjectFiles = createObjectFiles();
  const readParsed = createPolicyReader(readPolicy);
  // Only one applier may decide, so that zones never differ.
  const assignmentOrder = owner.role === 'cluster' ? 'lock-first' : 'status-only';
  let rendered: Rendered | undefined;
  let names: ObjectNames | undefined;
  let settled: { readonly policy: string; readonly names: ObjectNames } | undefined;
  let at = 0;
  const read: ReadFiles = async () => {
    const policy = await readParsed();
    if (policy.result === 'failed') return policy;
    const found = await source.read(names);
    if (found.result === 'failed') return withReason(found);
    const { inventory } = found;
    const inputs = listObjectFiles(inventory);
    if (rendered?.state.policy !== policy.sha256 || !hasSameObjects(rendered.inputs, inputs)) {
      const compilation = compilePolicy(policy, inputs, { owner, engine, assignmentOrder });
      engine.endRound();
      if ('result' in compilation) return compilation;
      const { zones, nodes } = clusterNamesOf(compilation.cluster);
      const all = { zones: [...zones], nodes: [...nodes] };
      const files = asFolder(filesOf(owner, { artefacts: compilation.artefacts, ...all }), all, index);
      rendered = { inputs, files, state: describeState(compilation, policy.sha256, inventory) };
    }
    names = found.names;
    at = Date.now();
    return rendered.files;
  };
  return {
    read,
    state: () => (rendered ? { ...rendered.state, at, unreachable: source.unreachable?.() } : undefined),
    settle: () => {
      if (rendered && names) settled = { policy: rendered.state.policy, names };
    },
    lost: () =>
      names && settled && settled.policy === rendered?.state.policy ? measureLoss(names, settled.names) : undefined,
    ...(source.follow ? { follow: source.follow } : {}),
    close: source.close,
  };
}

function describeState({ lock, diagnostics }: Compilation, policy: string, { files }: Inventory): Rendered['state'] {
  return {
    policy,
    objects: files.reduce((sum, { objects }) => sum + objects.length, 0),
    mismatches: compareLocks(lock.before, lock.after),
    findings: countFindings(diagnostics),
    rejected: findRejectedParts(diagnostics),
  };
}

/** Returns a function that reads the policy. It is the same object while its bytes are the same. */
function createPolicyReader(readPolicy: ReadLivePolicy): () => Promise<ReadPolicy | Failure> {
  let last: { readonly bytes: Uint8Array; readonly policy: ReadPolicy } | undefined;
  return async () => {
    const bytes = await readPolicy();
    if ('result' in bytes) return bytes;
    if (last && (last.bytes === bytes || Buffer.compare(last.bytes, bytes) === 0)) {
      // The next reading may return the same bytes.
      last = { bytes, policy: last.policy };
      return last.policy;
    }
    const policy = parsePolicy(bytes, 'the policy bundle');
    if (policy.result === 'ok') last = { bytes, policy };
    return policy;
  };
}

/** Returns true if files have the same paths and objects. */
function hasSameObjects(a: readonly SourceFile[], b: readonly SourceFile[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  // A loop, because lists of a hundred thousand files are compared.
  for (const [index, file] of a.entries()) {
    const other = b[index];
    if (file !== other && (file.path !== other?.path || !isDeepStrictEqual(file.object, other.object))) return false;
  }
  return true;
}

function countFindings(diagnostics: Compilation['diagnostics']): LiveInput['findings'] {
  const counts: Record<Severity, number> = { error: 0, rejected: 0, warning: 0, info: 0 };
  for (const { severity } of diagnostics) counts[severity]++;
  return counts;
}

/** Adds the consequence to a failure: nothing is removed. */
function withReason(failure: Failure): Failure {
  return { ...failure, problems: ['cannot read the whole inventory, nothing is changed', ...failure.problems] };
}
