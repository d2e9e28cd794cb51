import type { EgressChange } from '../../traffic/change.js';
import type { ComparedEgress, SourceText } from './report.js';

/** Groups the pods whose egress path changes, namespace by namespace. */
export function groupEgress(changes: readonly EgressChange[]): ComparedEgress[] {
  return changes.map(({ pods, before, after, missing }) => {
    const byNamespace = new Map<string, string[]>();
    for (const { namespace, name } of pods) {
      const names = byNamespace.get(namespace);
      if (names) names.push(name);
      else byNamespace.set(namespace, [name]);
    }
    const sources = [...byNamespace].map(([namespace, names]): SourceText => ({
      namespace,
      pods: names,
      count: names.length,
    }));
    const [first] = pods;
    const example = first
      ? `${first.namespace}/${first.name} (${first.addresses.map(({ text }) => text).join(', ')})`
      : '';
    return { sources, count: pods.length, example, before, after, ...(missing ? { missing } : {}) };
  });
}
