import { type Failure, fail } from '../../model/change.js';
import { type KindName, type ObjectName, titleOf } from '../../model/kubernetes-object.js';
import { type JsonObject, asObject } from '../../std/json.js';
import { shortDigest } from '../../std/split-by-digest.js';
import type { Response } from './answer.js';
import type { KubernetesClient } from './client.js';
import type { Resource } from './discovery.js';
import { formatMicroTime } from './micro-time.js';

const EVENTS: Resource = {
  apiVersion: 'events.k8s.io/v1',
  kind: 'Event',
  plural: 'events',
  namespaced: true,
  hasStatus: false,
};

/** Namespace of Events about objects without one. */
const CLUSTER_NAMESPACE = 'default';
/** Limits of the API server (Kubernetes, `ValidateEventCreate`): bytes of a note, characters of an instance and a name. */
const MAX_NOTE = 1024;
const MAX_INSTANCE = 128;
const MAX_NAME = 253;
const DIGEST_LENGTH = 16;

/** A fact about an object that a user must act on. */
export interface ObjectNotice {
  readonly regarding: KindName & ObjectName & { readonly uid: string };
  /** A word in CamelCase. */
  readonly reason: string;
  readonly note: string;
}

/** The program that reports: `<domain>/<name>`, and its instance. */
export interface EventReporter {
  readonly controller: string;
  readonly instance: string;
}

/**
 * Creates the Event of a notice. If it exists, from this or an earlier process, its series goes on: equal notices are one
 * Event with a count. `now`: milliseconds since 1970. Returns a failure if the Event could not be written.
 */
export async function sendEvent(
  client: KubernetesClient,
  notice: ObjectNotice,
  reporter: EventReporter,
  now: number,
): Promise<Failure | undefined> {
  const event = eventOf(notice, reporter, now);
  const name = asObject(event.metadata) as unknown as ObjectName;
  const what = `the Event about ${titleOf(notice.regarding.kind, notice.regarding)}`;
  const created = await client.create(EVENTS, event);
  if (created.result !== 'conflict') return failureOf(created, `cannot create ${what}`);
  const found = await client.get(EVENTS, name);
  // It may have expired since.
  if (found.result === 'missing') return undefined;
  if (found.result !== 'ok') return failureOf(found, `cannot get ${what}`);
  const count = asObject(found.value.series)?.count;
  // The first occurrence has no series.
  const series = { count: (typeof count === 'number' ? count : 1) + 1, lastObservedTime: formatMicroTime(now) };
  const updated = await client.update(EVENTS, { ...found.value, series });
  return updated.result === 'conflict' ? undefined : failureOf(updated, `cannot update ${what}`);
}

function eventOf({ regarding, reason, note }: ObjectNotice, reporter: EventReporter, now: number): JsonObject {
  const { apiVersion, kind, namespace, name, uid } = regarding;
  const digest = shortDigest([uid, reason, note].join('\n')).slice(0, DIGEST_LENGTH);
  const { apiVersion: version, kind: event } = EVENTS;
  return {
    apiVersion: version,
    kind: event,
    metadata: {
      namespace: namespace === '' ? CLUSTER_NAMESPACE : namespace,
      name: `${name.slice(0, MAX_NAME - DIGEST_LENGTH - 1).replace(/[.-]+$/, '')}.${digest}`,
    },
    eventTime: formatMicroTime(now),
    reportingController: reporter.controller,
    reportingInstance: reporter.instance.slice(0, MAX_INSTANCE),
    action: 'Compile',
    reason,
    regarding: { apiVersion, kind, name, uid, ...(namespace === '' ? {} : { namespace }) },
    note: cutText(note),
    type: 'Warning',
  };
}

/** Returns the first characters of a text that fit a note. */
function cutText(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_NOTE) return text;
  const start = bytes.subarray(0, MAX_NOTE - Buffer.byteLength('…')).toString();
  // A character that was cut becomes replacement characters.
  return `${start.replace(/\uFFFD+$/, '')}…`;
}

function failureOf(answer: Response<JsonObject>, what: string): Failure | undefined {
  if (answer.result === 'ok') return undefined;
  if (answer.result === 'failed')
    return { ...answer, problems: answer.problems.map((problem) => `${what}: ${problem}`) };
  return fail(`${what}: ${answer.result === 'missing' ? 'the cluster lacks its namespace' : answer.result}`, true);
}
