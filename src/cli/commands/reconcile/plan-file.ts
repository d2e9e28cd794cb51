import { readFileSync } from 'node:fs';
import type { Plan } from '../../../model/change.js';
import type { Reviewed } from '../../../apply/reconcile.js';
import { textOf } from '../../../model/kubernetes-object.js';
import { isObject } from '../../../std/json.js';

/** Version of the file's layout. */
const LAYOUT = 1;

/** Renders a plan as a file: the reviewed changes, and digests that show whether it is still current. */
export function renderPlanFile(target: string, { changes, digests }: Plan): string {
  return `${JSON.stringify({ weirPlan: LAYOUT, target, digests: digests(), changes }, null, 2)}\n`;
}

/** Reads a reviewed plan of this target. Returns a sentence if it is invalid. */
export function readPlanFile(path: string, target: string): Reviewed | string {
  let file: unknown;
  try {
    file = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return `the plan ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
  if (!isObject(file) || file.weirPlan !== LAYOUT) return `${path} is not a plan of this version of Weir`;
  if (file.target !== target) return `${path} is a plan for ${textOf(file.target)}, not for ${target}`;
  const digests = isObject(file.digests) ? file.digests : {};
  const { desired, observed } = digests;
  if (typeof desired !== 'string' || typeof observed !== 'string') return `${path} has no digests`;
  return { desired, observed, changes: JSON.stringify(file.changes) };
}
