import type { ErrorObject } from 'ajv';
import { messages } from './messages.js';
import type { Problem } from './problem.js';
import { explainError } from './schema-errors.js';
import { type JsonObject, isObject } from '../std/json.js';

/** What is left of an object and the violations of its schema when its status was set aside, and the warning of it. */
export interface WithoutStatus {
  readonly object: JsonObject;
  readonly errors: readonly ErrorObject[];
  readonly warning?: Problem;
}

/**
 * Turns the violations in a status that the API server drops from new objects (those of kinds with a status subresource,
 * whose schema marks the status as read-only) into one warning, and removes that status from the object, so that nobody
 * relies on it. Unknown fields stay errors: the API server looks for them before it drops the status.
 */
export function setStatusAside(object: JsonObject, errors: readonly ErrorObject[], schema: JsonObject): WithoutStatus {
  const first = dropsStatus(schema) ? errors.find(isOfStatus) : undefined;
  if (!first) return { object, errors };
  const { finding, pointer } = explainError(first);
  return {
    object: Object.fromEntries(Object.entries(object).filter(([field]) => field !== 'status')),
    errors: errors.filter((error) => !isOfStatus(error)),
    warning: { finding: messages.statusIgnored(finding.message), pointer },
  };
}

function isOfStatus({ instancePath, keyword }: ErrorObject): boolean {
  return (instancePath === '/status' || instancePath.startsWith('/status/')) && keyword !== 'additionalProperties';
}

function dropsStatus({ properties }: JsonObject): boolean {
  const status = isObject(properties) ? properties.status : undefined;
  return isObject(status) && status.readOnly === true;
}
