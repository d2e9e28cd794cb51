import type { Diagnostic } from '../../model/diagnostic.js';
import { titleOf } from '../../model/kubernetes-object.js';

/** A part of a resource that Weir skips, because controllers reject it. */
export interface RejectedPart {
  /** `<Kind> <namespace>/<name>`, or '' if unknown. */
  readonly resource: string;
  readonly code: string;
  readonly message: string;
}

/** Returns the rejected parts among findings. */
export function findRejectedParts(diagnostics: readonly Diagnostic[]): readonly RejectedPart[] {
  return diagnostics
    .filter(({ severity }) => severity === 'rejected')
    .map(({ resource, code, message }) => ({
      resource: resource ? titleOf(resource.kind, resource) : '',
      code,
      message,
    }));
}
