import type { ErrorObject } from 'ajv';
import { messages } from './messages.js';
import type { Problem } from './problem.js';
import { explainError } from './schema-errors.js';
import { type JsonObject, isObject } from '../std/json.js';

/** An object without its status, the remaining violations of its schema, and a warning about the status. */
export interface WithoutStatus {
  readonly object: JsonObject;
  readonly errors: readonly ErrorObject[];
  readonly warning?: Problem;
}

/**
 * Converts violations in a status into one warning, and removes that status, so that no rule relies on it. Applies only
 * if the API server drops the status of new objects: the kind has a status subresource, and the schema marks it as
 * read-only.
 *
 * Unknown fields stay errors, because the API server checks for them before it drops the status.
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
