import { type Compilation, compile } from '../../compile/compile.js';
import type { CompileInput } from '../../compile/compile-input.js';
import { errorsOf, exitCodeOf } from '../../diagnostics/verdict.js';
import { type Failure, fail } from '../../model/change.js';
import type { Diagnostic, Report } from '../../model/diagnostic.js';
import type { SourceFile } from '../../model/manifest.js';
import { type Policy, isOfPolicy } from '../../policy/policy.js';
import { type PolicyTexts, textsOf } from '../../policy/texts.js';
import { concatenate } from '../../std/concatenate.js';
import { memoizeWeak } from '../../std/memoize.js';
import { pulledKinds } from '../inventory/kinds.js';
import { checkConfiguration } from '../../schema/configuration.js';
import { parseConfiguration } from '../../settings/configuration/parse.js';

/** Maximum number of errors in a log. */
const MAX_ERRORS = 10;

/** The kinds that an inventory has which a policy is compiled with. */
export const policyInventoryKinds = pulledKinds.filter(isOfPolicy);

/** Returns the input of the compiler: a policy instead of a repository, and the files of the inventory of a cluster. */
export function inputOfPolicy(policy: Policy, inventory: readonly SourceFile[]): CompileInput | Failure {
  const own = readParts(policy);
  if ('result' in own) return own;
  const { configuration, configurationFile, lock, manifests } = own;
  return { configuration, configurationFile, files: concatenate([[manifests], inventory]), lock };
}

/** Reads the parts of a policy. The same policy has the same parts, so what was made of them is known. */
const readParts = memoizeWeak((policy: Policy): (PolicyTexts & Pick<CompileInput, 'configuration'>) | Failure => {
  const texts = textsOf(policy);
  const problems: Report[] = [];
  const configuration = parseConfiguration(
    texts.configurationFile,
    checkConfiguration,
    (one) => void problems.push(one),
  );
  if (!configuration) return fail(`invalid configuration in the policy: ${problems[0]?.message ?? ''}`);
  return { ...texts, configuration };
});

/**
 * Compiles a policy with the inventory of a cluster. The result has the same bytes as that of `weir compile` with its
 * repository and the same inventory. With an engine, only what has changed is compiled again. For an owner, only its files
 * are made. Returns a failure if there are errors, because the desired state is then unknown.
 */
export function compilePolicy(
  policy: Policy,
  inventory: readonly SourceFile[],
  options: Pick<CompileInput, 'assignmentOrder' | 'engine' | 'owner'> = {},
): Compilation | Failure {
  const input = inputOfPolicy(policy, inventory);
  if ('result' in input) return input;
  const compilation = compile({ ...input, ...options });
  if (exitCodeOf(compilation, { strict: false }) === 0) return compilation;
  const { diagnostics } = errorsOf(compilation);
  const told = diagnostics.slice(0, MAX_ERRORS).map(describe);
  const left = diagnostics.length - told.length;
  const sentences = ['cannot compile the policy with the live inventory', ...told];
  return { result: 'failed', problems: left > 0 ? [...sentences, `${left} more errors`] : sentences, transient: false };
}

function describe({ code, message, resource }: Diagnostic): string {
  const { kind, namespace, name } = resource ?? { kind: '', namespace: '', name: '' };
  const subject = resource ? ` in ${kind} ${namespace === '' ? '' : `${namespace}/`}${name}` : '';
  return `error[${code}]: ${message}${subject}`;
}
