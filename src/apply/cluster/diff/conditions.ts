import { type Json, type JsonObject, asObject } from '../../../std/json.js';

/**
 * Sets the time of each condition of a status: the live one if the condition's status is unchanged, otherwise `now`
 * (RFC 3339). See the Kubernetes API conventions.
 */
export function dateConditions(status: JsonObject, live: JsonObject | undefined, now: string): JsonObject {
  const { conditions } = status;
  if (!Array.isArray(conditions)) return status;
  const before = (Array.isArray(live?.conditions) ? live.conditions : []).flatMap((item) => {
    const condition = asObject(item);
    return condition ? [condition] : [];
  });
  const dated = conditions.map((item): Json => {
    const condition = asObject(item);
    if (!condition) return item;
    const same = before.find((one) => one.type === condition.type && one.status === condition.status);
    const time = same?.lastTransitionTime;
    return { ...condition, lastTransitionTime: typeof time === 'string' ? time : now };
  });
  return { ...status, conditions: dated };
}
