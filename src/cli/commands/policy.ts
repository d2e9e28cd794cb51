import { join, relative, resolve } from 'node:path';
import type { Compilation } from '../../compile/compile.js';
import type { Prepared } from '../../compile/compile-input.js';
import { messages as inventoryMessages } from '../../compile/3-index/messages.js';
import { boundFindings } from '../../diagnostics/collect.js';
import { exitCodeOf } from '../../diagnostics/verdict.js';
import { compareLocks } from '../../kinds/locks.js';
import type { Lock } from '../../model/lock.js';
import type { Purpose } from '../../model/purpose.js';
import type { Report } from '../../model/diagnostic.js';
import { parsePolicy } from '../../policy/parse.js';
import { type Policy, collectPolicy } from '../../policy/policy.js';
import { POLICY_PATH, type PolicyBundle, renderPolicy } from '../../policy/render.js';
import { replaceFile } from '../../rendered/replace-file.js';
import { LOCK_PATH } from '../../settings/lock/parse.js';
import { plural } from '../../std/plural.js';
import { readPolicyFile } from '../live/read-policy-file.js';
import { printNext } from '../process/next.js';
import { printLines, printMessage } from '../process/print.js';
import { type CompileOptions, nextLockText, reportLockChanges } from './compile.js';
import { type BaselineOptions, applyBaseline } from './baseline.js';
import { MAX_FINDINGS, printFindings } from '../run/diagnostics.js';
import { type Run, type RunOptions, run } from '../run/run.js';

/** A run, and the function that returns its policy for a lock. If unset, the findings have errors. */
export interface PolicyRun extends Run {
  readonly policyFor?: (lock: Lock) => Policy;
}

/** Reads and checks a repository, and collects its policy. */
export async function runForPolicy(
  options: RunOptions & BaselineOptions & { readonly strict: boolean },
  purpose: Purpose,
): Promise<PolicyRun> {
  let prepared: Prepared | undefined;
  const inspect = (found: Prepared): void => void (prepared = found);
  const limit = options.baseline === undefined ? {} : { maxFindings: 0 };
  const found = withoutNodes(await run({ ...options, ...limit, inspect }, purpose));
  const findings = applyBaseline(found, options);
  if (!findings) return { ...found, findings: { diagnostics: [], omitted: [] } };
  const done = { ...found, findings };
  if (!prepared || exitCodeOf(done.findings, options) !== 0) return done;
  const { manifests } = prepared;
  const configurationFile = done.input?.configurationFile;
  return { ...done, policyFor: (lock) => collectPolicy({ configurationFile, lock, manifests }) };
}

/** Findings about an inventory without a Node, for one zone per node and for one zone. */
const NO_NODES: ReadonlySet<string> = new Set(
  [inventoryMessages.noZones(), inventoryMessages.noNodes()].map(({ code }) => code),
);

/** Returns a run without the finding about missing Nodes: a policy is compiled with the Nodes of its cluster. */
function withoutNodes(done: Run): Run {
  return {
    ...done,
    findings: { ...done.findings, diagnostics: done.findings.diagnostics.filter(({ code }) => !NO_NODES.has(code)) },
  };
}

/**
 * Runs `weir compile --policy`: writes the policy bundle of a repository, and the lock. Returns exit code 0, or 1 for
 * errors in the input. Returns 2 if `check` finds a different policy or `locked` finds a lock change.
 */
export async function compilePolicyCommand({ out, ...options }: CompileOptions): Promise<number> {
  const { root, folder, isWhole, input, compilation, findings, policyFor } = await runForPolicy(options, 'findings');
  printFindings(findings, options.format, 'stderr');
  if (!input || !compilation || !policyFor) return 1;
  if (input.isPart === true) {
    printMessage('--policy requires a repository, not a file');
    return 1;
  }
  const { lock } = compilation;
  const changes = compareLocks(lock.before, lock.after);
  if (options.locked && changes.length > 0) return reportLockChanges(changes, input, folder);
  const path = out === undefined ? join(root, POLICY_PATH) : resolve(out);
  // New assignments depend on the current nodes and pods, so the present lock is compared.
  if (options.check) return compareWithFile(path, folder, renderPolicy(policyFor(lock.before)));
  const bundle = renderPolicy(policyFor(isWhole ? lock.after : lock.before));
  const failures = writeBoth(path, bundle, isWhole ? await nextLockText(input, lock) : undefined, root);
  if (failures.length > 0) {
    printFindings(boundFindings(failures, MAX_FINDINGS), options.format, 'stderr');
    return 1;
  }
  printLines([describePolicy(path, bundle, compilation)]);
  return 0;
}

function writeBoth(path: string, { text }: PolicyBundle, lock: string | undefined, root: string): Report[] {
  const failures = replaceFile(path, text);
  return failures.length > 0 || lock === undefined ? failures : replaceFile(join(root, LOCK_PATH), lock);
}

function describePolicy(path: string, { sha256 }: PolicyBundle, { resources }: Compilation): string {
  return `${relative('.', path)}: policy ${sha256} of ${plural(resources, 'resource')}`;
}

/** Compares the digest of a policy with that of the file. */
function compareWithFile(path: string, folder: string, { sha256 }: PolicyBundle): number {
  const found = readPolicyFile(path);
  const policy = 'result' in found ? found : parsePolicy(found, path);
  if (policy.result === 'ok' && policy.sha256 === sha256) return 0;
  const change = policy.result === 'ok' ? 'changed' : 'missing';
  if (policy.result === 'failed') policy.problems.forEach(printMessage);
  printLines([`${change.padEnd(8)}${relative('.', path)}`]);
  printNext(folder, ['compile', '--policy'], 'updates it');
  return 2;
}
