import { titleOf } from '../model/kubernetes-object.js';
import type { Diagnostic, ResourceName } from '../model/diagnostic.js';

/** Formats a resource: `Kind namespace/name`, or `Kind name` for a cluster-wide kind. */
export function formatResource({ kind, namespace, name }: ResourceName): string {
  return titleOf(kind, { namespace, name });
}

/**
 * Returns `in Kind namespace/name at /pointer`, without unknown parts, or '' if all are unknown. The root pointer is
 * omitted.
 */
export function describeContext({ resource, pointer }: Pick<Diagnostic, 'resource' | 'pointer'>): string {
  const parts = [
    resource === undefined ? '' : `in ${formatResource(resource)}`,
    pointer === undefined || pointer === '' ? '' : `at ${pointer}`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}
