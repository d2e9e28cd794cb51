import { hostname } from 'node:os';
import type { KubernetesClient } from '../../../clients/kubernetes/client.js';
import { type EventReporter, sendEvent } from '../../../clients/kubernetes/event.js';
import type { Failure } from '../../../model/change.js';
import { nameOf, textOf } from '../../../model/kubernetes-object.js';
import type { ResourceNotice } from '../../../model/resource-notice.js';
import { asObject } from '../../../std/json.js';
import { policyInventoryKinds } from '../../live/compile-policy.js';
import type { LiveInput } from '../../live/live.js';
import { findNotices } from './notices.js';

/** Reports what users must act on as Events of the resources. */
export interface Announcer {
  /** Reports the facts of a compiled state in the background. Each is an Event once, until it ends. */
  readonly announce: (live: LiveInput) => void;
  /** Ends after the current request. */
  readonly close: () => Promise<void>;
}

/** Times in milliseconds. */
export interface AnnouncerTimes {
  /**
   * Interval at which an Event of a lasting fact is repeated, and pause after a lasting failure. An API server keeps
   * Events for an hour.
   */
  readonly repeat: number;
  /** Minimum pause after a transient failure. */
  readonly retry: number;
}

const TIMES: AnnouncerTimes = { repeat: 1_800_000, retry: 30_000 };
/** Maximum number of facts. A broken policy must not flood the API server. */
const MAX_FACTS = 200;
const REPORTER: EventReporter = { controller: 'weir-egress/cluster', instance: hostname() };

/** Creates an announcer. `warn` receives each failure. */
export function createAnnouncer(client: KubernetesClient, warn: (problem: string) => void, times = TIMES): Announcer {
  const sent = new Map<string, number>();
  let next: LiveInput | undefined;
  let notBefore = 0;
  let running: Promise<void> | undefined;
  let isClosed = false;
  const sendAll = async (live: LiveInput): Promise<Failure | undefined> => {
    const facts = new Map(
      findNotices(live)
        .slice(0, MAX_FACTS)
        .map((fact) => [JSON.stringify(fact), fact]),
    );
    for (const key of sent.keys()) if (!facts.has(key)) sent.delete(key);
    for (const [key, fact] of facts) {
      const now = Date.now();
      if (isClosed || now < (sent.get(key) ?? 0) + times.repeat) continue;
      const failure = await sendFact(client, fact, now);
      if (failure) return failure;
      sent.set(key, now);
    }
    return undefined;
  };
  const run = async (): Promise<void> => {
    while (next && !isClosed) {
      const live = next;
      next = undefined;
      const failure = await sendAll(live);
      if (!failure) continue;
      // A missing permission does not come back by itself.
      notBefore = Date.now() + (failure.transient ? times.retry : times.repeat);
      warn(failure.problems.join(': '));
    }
    running = undefined;
  };
  return {
    announce: (live) => {
      if (isClosed || Date.now() < notBefore) return;
      next = live;
      running ??= run();
    },
    close: async () => {
      isClosed = true;
      await running;
      client.close();
    },
  };
}

/** Sends the Event of a fact. There is none if the cluster lacks the resource. */
async function sendFact(
  client: KubernetesClient,
  { kind, object, reason, note }: ResourceNotice,
  now: number,
): Promise<Failure | undefined> {
  const apiVersion = policyInventoryKinds.find((one) => one.kind === kind)?.apiVersion;
  if (apiVersion === undefined) return undefined;
  const resource = await client.findResource(apiVersion, kind);
  if (resource.result !== 'ok') return resource.result === 'failed' ? resource : undefined;
  // An applier has the right to list, not to get.
  const { namespace, name } = object;
  const found = await client.listAll(resource.value, { namespace, fieldSelector: `metadata.name=${name}` });
  if (found.result !== 'ok') return found.result === 'failed' ? found : undefined;
  const live = found.value.find((one) => nameOf(one).name === name);
  if (!live) return undefined;
  const uid = textOf(asObject(live.metadata)?.uid);
  return sendEvent(client, { regarding: { apiVersion, kind, ...object, uid }, reason, note }, REPORTER, now);
}
