import { NOTICE_PREFIX } from '../../../model/field-manager.js';
import type { DesiredStatus } from '../../../model/cluster-state.js';
import { textOf, titleOf } from '../../../model/kubernetes-object.js';
import type { ResourceNotice } from '../../../model/resource-notice.js';
import { groupBy } from '../../../std/group-by.js';
import { type JsonObject, asList, asObject } from '../../../std/json.js';

/** Maximum length of a message (Kubernetes API, `metav1.Condition`). */
const MAX_MESSAGE = 32_768;

/** Adds the conditions of notices to a desired status. `live`: the object. */
export type AddNotices = (desired: DesiredStatus, live: JsonObject | undefined) => DesiredStatus;

/**
 * Creates a function that adds a condition for each reason of the notices about an object. Its type has a prefix, so that it
 * is none of the controllers. Only statuses with conditions get one. If `notices` is unset, they are unknown, and the live
 * conditions stay.
 */
export function createNoticeAdder(notices: readonly ResourceNotice[] | undefined): AddNotices {
  const known = notices && groupBy(notices, ({ kind, object }) => titleOf(kind, object));
  return (desired, live) => {
    const { conditions } = desired.status;
    if (desired.subresource === '' || !Array.isArray(conditions)) return desired;
    const more = known ? conditionsOf(known.get(titleOf(desired.kind, desired)) ?? []) : noticesIn(live);
    return more.length === 0
      ? desired
      : { ...desired, status: { ...desired.status, conditions: [...conditions, ...more] } };
  };
}

function conditionsOf(notices: readonly ResourceNotice[]): JsonObject[] {
  return [...groupBy(notices, ({ reason }) => reason)].map(([reason, some]) => ({
    type: `${NOTICE_PREFIX}${reason}`,
    status: 'True',
    reason,
    message: [...new Set(some.map(({ note }) => note))].join('; ').slice(0, MAX_MESSAGE),
  }));
}

function noticesIn(live: JsonObject | undefined): JsonObject[] {
  return asList(asObject(live?.status)?.conditions).flatMap((item) => {
    const condition = asObject(item);
    return condition && textOf(condition.type).startsWith(NOTICE_PREFIX) ? [condition] : [];
  });
}
