import { messages } from '../../schema/messages.js';
import type { Problem } from '../../schema/problem.js';
import { type Json, isObject } from '../../std/json.js';

/** Finalizers of the garbage collector that contradict each other. */
const ORPHAN = 'orphan';
const FOREGROUND = 'foregroundDeletion';

/**
 * Checks `metadata.ownerReferences` (apimachinery `ValidateOwnerReferences`): an apiVersion has a version, an Event
 * owns nothing, and at most one owner is the controller. The schema checks fields and their types.
 */
export function checkOwners(owners: Json | undefined): Problem[] {
  if (!Array.isArray(owners)) return [];
  const problems: Problem[] = [];
  let controller: Json | undefined;
  for (const [index, owner] of owners.entries()) {
    if (!isObject(owner)) continue;
    const { apiVersion, kind } = owner;
    const pointer = `/metadata/ownerReferences/${index}`;
    if (typeof apiVersion === 'string' && apiVersion !== '' && !hasVersion(apiVersion)) {
      problems.push({ finding: messages.ownerWithoutVersion(apiVersion), pointer: `${pointer}/apiVersion` });
    }
    if (apiVersion === 'v1' && kind === 'Event') {
      problems.push({ finding: messages.eventAsOwner(), pointer: `${pointer}/kind` });
    }
    if (owner.controller !== true) continue;
    if (controller) problems.push({ finding: messages.secondController(), pointer: `${pointer}/controller` });
    controller = owner;
  }
  return problems;
}

/** Returns true if an apiVersion is `<version>` or `<group>/<version>`. */
function hasVersion(apiVersion: string): boolean {
  const parts = apiVersion.split('/');
  return parts.length <= 2 && parts.at(-1) !== '';
}

/** Checks that `metadata.finalizers` do not contradict each other (apimachinery `ValidateFinalizers`). */
export function checkFinalizersAgree(finalizers: readonly Json[]): Problem[] {
  if (!finalizers.includes(ORPHAN) || !finalizers.includes(FOREGROUND)) return [];
  const later = Math.max(finalizers.indexOf(ORPHAN), finalizers.indexOf(FOREGROUND));
  return [{ finding: messages.opposedFinalizers(), pointer: `/metadata/finalizers/${later}` }];
}
