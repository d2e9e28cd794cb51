import { plural } from '../../../std/plural.js';
import type { FoundPolicies } from './find-changes.js';

/** Formats the number of changed policies: `policies: 3 to add, 1 to remove in 2 files`. */
export function countPolicyChanges({ policies, removed, files }: FoundPolicies): string {
  const count = (action: string): number => policies.filter((one) => one.action === action).length;
  const parts = [
    [count('add'), 'add'],
    [count('change'), 'change'],
    [removed.length, 'remove'],
  ] as const;
  const texts = parts.filter(([number]) => number > 0).map(([number, verb]) => `${number} to ${verb}`);
  return `policies: ${texts.join(', ')} in ${plural(files.length, 'file')}`;
}

/** Formats the extent of the proof. */
export function describeProof({ pods }: FoundPolicies): string {
  return `proven for every packet of ${plural(pods, 'pod')}`;
}

/** Returns the data of the JSON output. */
export function toPolicyData({ namespaces, policies, removed, files, paths, pods }: FoundPolicies): object {
  return {
    ...{ namespaces, pods, paths },
    policies: policies.map(({ action, path, object }) => ({ action, file: path, object })),
    removed: removed.map(({ kind, namespace, name, origin }) => ({ kind, namespace, name, file: origin.file.path })),
    files: files.map(({ path, after = null }) => ({ path, text: after })),
  };
}
