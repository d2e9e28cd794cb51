import { textOf } from '../../model/kubernetes-object.js';
import { isSubdomain } from '../../net/dns-name.js';
import type { JsonObject } from '../../std/json.js';

/** Problem of a field of a reference. */
export interface ReferenceProblem {
  readonly field: 'apiGroup' | 'kind' | 'name';
  readonly text: string;
}

/**
 * Returns the API server's errors for a reference to an object by its group, kind and name. Without `apiGroup` the
 * object is of the core group, and an empty one is invalid (Kubernetes, `validateIngressTypedLocalObjectReference`).
 */
export function findReferenceProblems({ apiGroup, kind, name }: JsonObject): ReferenceProblem[] {
  const isGroup = typeof apiGroup !== 'string' || isSubdomain(apiGroup);
  return [
    ...(isGroup ? [] : [{ field: 'apiGroup' as const, text: `${JSON.stringify(apiGroup)} is not an API group` }]),
    ...checkSegment('kind', textOf(kind)),
    ...checkSegment('name', textOf(name)),
  ];
}

/** Kinds and names end up as segments of paths (apimachinery `IsPathSegmentName`). */
function checkSegment(field: 'kind' | 'name', text: string): ReferenceProblem[] {
  if (text === '') return [{ field, text: `the ${field} is missing` }];
  if (text !== '.' && text !== '..' && !/[/%]/.test(text)) return [];
  return [{ field, text: `${JSON.stringify(text)} is not a ${field}: it must not be . or .., nor contain / or %` }];
}
