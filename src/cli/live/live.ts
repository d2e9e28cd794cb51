import { compareLocks } from '../../kinds/locks.js';
import type { Failure } from '../../model/change.js';
import type { Severity } from '../../model/diagnostic.js';
import type { LockChange } from '../../model/lock.js';
import type { Compilation } from '../../compile/compile.js';
import { parsePolicy } from '../../policy/parse.js';
import { clusterNamesOf } from '../../output-index/index-file.js';
import { asFolder } from '../../rendered/bundles/bundle.js';
import type { ReadFiles } from '../../rendered/bundles/delivered.js';
import { type FileOwner, filesOf } from '../../rendered/bundles/group-files.js';
import { memoizeLast } from '../../std/memoize.js';
import { shortDigest } from '../../std/split-by-digest.js';
import { renderInventory } from '../commands/inventory.js';
import type { Inventory } from '../inventory/pull.js';
import { compilePolicy } from './compile-policy.js';
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
  readonly key: string;
  readonly files: Awaited<ReturnType<ReadFiles>>;
  readonly state: Omit<LiveInput, 'at'>;
}

/**
 * Creates the live state. Each reading of files reads the policy and the inventory, and compiles them. If any part
 * fails, or a sudden loss is not confirmed, the target and the state here are unchanged.
 */
export function createLive(owner: FileOwner, readPolicy: ReadLivePolicy, source: InventorySource): Live {
  // An inventory that is followed is the same object while nothing changes.
  const renderTexts = memoizeLast((inventory: Inventory) => {
    const texts = renderInventory(inventory);
    return { texts, digest: shortDigest(texts.map(({ path, text }) => `${path} ${shortDigest(text)}`).join('\n')) };
  });
  let rendered: Rendered | undefined;
  let names: ObjectNames | undefined;
  let settled: { readonly policy: string; readonly names: ObjectNames } | undefined;
  let at = 0;
  const read: ReadFiles = async () => {
    const bytes = await readPolicy();
    if ('result' in bytes) return bytes;
    const policy = parsePolicy(bytes, 'the policy bundle');
    if (policy.result === 'failed') return policy;
    const found = await source.read(names);
    if (found.result === 'failed') return withReason(found);
    const { inventory } = found;
    const { texts, digest } = renderTexts(inventory);
    const key = `${policy.sha256} ${digest}`;
    if (rendered?.key !== key) {
      const compilation = compilePolicy(policy, texts);
      if ('result' in compilation) return compilation;
      rendered = { key, ...render(compilation, owner, policy.sha256, inventory) };
    }
    names = found.names;
    at = Date.now();
    return rendered.files;
  };
  return {
    read,
    state: () => (rendered ? { ...rendered.state, at } : undefined),
    settle: () => {
      if (rendered && names) settled = { policy: rendered.state.policy, names };
    },
    lost: () =>
      names && settled && settled.policy === rendered?.state.policy ? measureLoss(names, settled.names) : undefined,
    ...(source.follow ? { follow: source.follow } : {}),
    close: source.close,
  };
}

function render(
  compilation: Compilation,
  owner: FileOwner,
  policy: string,
  { files }: Inventory,
): Omit<Rendered, 'key'> {
  const { artefacts, cluster, lock } = compilation;
  const { zones, nodes } = clusterNamesOf(cluster);
  const names = { zones: [...zones], nodes: [...nodes] };
  return {
    files: asFolder(filesOf(owner, { artefacts, ...names }), names),
    state: {
      policy,
      objects: files.reduce((sum, { objects }) => sum + objects.length, 0),
      mismatches: compareLocks(lock.before, lock.after),
      findings: countFindings(compilation),
      rejected: findRejectedParts(compilation.diagnostics),
    },
  };
}

function countFindings({ diagnostics }: Compilation): LiveInput['findings'] {
  const counts: Record<Severity, number> = { error: 0, rejected: 0, warning: 0, info: 0 };
  for (const { severity } of diagnostics) counts[severity]++;
  return counts;
}

/** Adds the consequence to a failure: nothing is removed. */
function withReason(failure: Failure): Failure {
  return { ...failure, problems: ['cannot read the whole inventory, nothing is changed', ...failure.problems] };
}
