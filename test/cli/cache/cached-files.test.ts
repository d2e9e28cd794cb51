import { expect, test } from 'vitest';
import { summariseFiles } from '../../../src/cli/cache/cached-files.js';
import { findLocal } from '../../../src/cli/cache/local-objects.js';
import { readInput } from '../../../src/cli/run/input.js';
import { compileInput } from '../../../src/cli/run/run.js';
import type { Prepared } from '../../../src/compile/compile-input.js';
import { scratch } from '../../sources/scratch.js';
import { firewallOf, namespaceOf, RULES } from '../follow/teams.js';

const POLICY = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: closed, namespace: team-0 }
spec: { podSelector: {}, policyTypes: [Egress] }
`;

/** Returns true if a later run may compile changed files of a repository alone. */
async function isKept(files: Readonly<Record<string, string>>): Promise<boolean> {
  const seen: Prepared[] = [];
  const inspect = (found: Prepared): void => void seen.push(found);
  const options = { path: scratch(files), maxFindings: 0, inspect };
  const input = await readInput(options);
  const run = compileInput(input, options, 'artefacts', { phase: () => undefined, done: () => undefined });
  const [prepared] = seen;
  if (!prepared) throw new Error('nothing was compiled');
  const { manifests, context } = prepared;
  const local = findLocal({ manifests, namespaces: context.cluster.namespaces.values() });
  const digests = { input: '', frame: '', texts: input.files.map(() => '') };
  return summariseFiles(run, local, digests) !== undefined;
}

test('files are not compiled alone beside policies, because findings are about rules of both', async () => {
  const teams = Object.fromEntries(
    Array.from({ length: 9 }, (_, team) => [
      `egress/team-${team}.yaml`,
      `${firewallOf(`team-${team}`, RULES.slice(0, 2))}---\n${namespaceOf(`team-${team}`)}`,
    ]),
  );
  const files = { ...teams, 'weir.yaml': 'allowEmpty: true\n' };
  expect(await isKept(files)).toBe(true);
  expect(await isKept({ ...files, 'egress/policy.yaml': POLICY })).toBe(false);
});
