import { titleOf } from '../model/kubernetes-object.js';
import type { Diagnostic, ResourceName } from '../model/diagnostic.js';

/** `Kind namespace/name`, or `Kind name` for an object of a cluster-wide kind. */
export function formatResource({ kind, namespace, name }: ResourceName): string {
  return titleOf(kind, { namespace, name });
}

/** `in Kind namespace/name at /pointer`, less what is unknown, or '' when all is. The root pointer says nothing. */
export function describeContext({ resource, pointer }: Pick<Diagnostic, 'resource' | 'pointer'>): string {
  const parts = [
    resource === undefined ? '' : `in ${formatResource(resource)}`,
    pointer === undefined || pointer === '' ? '' : `at ${pointer}`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}
