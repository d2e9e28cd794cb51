import { setTimeout as pause } from 'node:timers/promises';
import { type Failure, fail } from '../../model/change.js';
import { nameOf, pathOfName } from '../../model/kubernetes-object.js';
import { backOff } from '../../std/back-off.js';
import type { JsonObject } from '../../std/json.js';
import type { Response } from './answer.js';
import type { KubernetesClient } from './client.js';
import type { Resource } from './discovery.js';
import type { ObjectList } from './list.js';
import { type NamedObjects, createObjectStore } from './object-store.js';
import type { WatchEnd, WatchEvent } from './watch-message.js';

/** Times of a reflector, in seconds. */
export interface ReflectorTimes {
  /** Interval of lists that confirm the reflector. */
  readonly audit: number;
  /** Interval of attempts to find a kind that is not served. */
  readonly absence: number;
  /** Pause before the second attempt after a failure. Doubled for each further one, up to `longestPause`. */
  readonly firstPause: number;
  readonly longestPause: number;
}

const TIMES: ReflectorTimes = { audit: 600, absence: 60, firstPause: 0.2, longestPause: 30 };

/** Seconds of a watch (client-go, `minWatchTimeout`): at least `least`, and up to `more` longer. */
const WATCH_SECONDS = { least: 300, more: 300 };
/** Seconds after which a watch counts as usual. A server that ends each watch at once gets no further one at once. */
const SHORTEST_WATCH = 1;

export interface ReflectorOptions {
  readonly apiVersion: string;
  readonly kind: string;
  /** Returns the part of an object that is kept. Changes of the rest have no effect. */
  readonly retain: (object: JsonObject) => JsonObject;
  /** Lists the objects. `known`: the objects until now, undefined before the first list. */
  readonly list: (resource: Resource, known: NamedObjects | undefined) => Promise<Response<ObjectList>>;
  /** Called after each change of the state. */
  readonly onChange: () => void;
  /** Ends the reflector. */
  readonly signal: AbortSignal;
  readonly times?: Partial<ReflectorTimes> | undefined;
}

/** `missing`: the server does not serve the kind. A failure: the server is away, or a list is implausible. */
export type ReflectorState =
  { readonly result: 'ok'; readonly objects: NamedObjects } | { readonly result: 'missing' } | Failure;

/** Follows the objects of a kind. */
export interface Reflector {
  /** Returns the current state, after the first list. */
  readonly read: () => Promise<ReflectorState>;
}

/**
 * Creates a reflector of the objects of a kind: a list, then a watch from the version of the list (Kubernetes API,
 * "Efficient detection of changes"). A broken watch continues from the last version. If that version has expired (410),
 * or the audit is due, the objects are listed again.
 */
export function createReflector(client: KubernetesClient, options: ReflectorOptions): Reflector {
  const { apiVersion, kind, retain, onChange, signal } = options;
  const times = { ...TIMES, ...options.times };
  const store = createObjectStore();
  let standing: 'unread' | 'ok' | 'missing' | Failure = 'unread';
  let version = '';
  let isListed = false;
  let failures = 0;
  const readers: (() => void)[] = [];

  const stand = (next: typeof standing, isChanged = standing !== next): void => {
    standing = next;
    for (const wake of readers.splice(0)) wake();
    if (isChanged) onChange();
  };
  const retryAfter = (failure: Failure): Promise<undefined> => {
    const isTold = typeof standing === 'object' && standing.problems.join() === failure.problems.join();
    stand(failure, !isTold);
    return sleep(backOff(++failures, times.firstPause, times.longestPause), signal);
  };

  const waitFor = async (answer: Exclude<Response<unknown>, { readonly result: 'ok' }>): Promise<undefined> => {
    if (answer.result !== 'missing')
      return retryAfter(answer.result === 'failed' ? answer : fail(`cannot list ${kind}`, true));
    store.replace(new Map());
    isListed = false;
    stand('missing');
    return sleep(times.absence, signal);
  };
  /** Lists the objects. Returns the resource to watch, or undefined, after a pause, if there is none. */
  const list = async (): Promise<Resource | undefined> => {
    const found = await client.findResource(apiVersion, kind);
    if (found.result !== 'ok') return waitFor(found);
    const listed = await options.list(found.value, isListed ? store.view() : undefined);
    if (listed.result !== 'ok') return waitFor(listed);
    const { objects, resourceVersion } = listed.value;
    const named = objects.map((object) => [pathOfName(nameOf(object)), retain(object)] as const);
    const isChanged = store.replace(new Map(named));
    version = resourceVersion;
    isListed = true;
    failures = 0;
    stand('ok', isChanged || standing !== 'ok');
    return found.value;
  };

  const take = (at: string, event: WatchEvent | undefined): void => {
    version = at;
    if (!event) return;
    const { type, object } = event;
    if (store.set(pathOfName(nameOf(object)), type === 'stored' ? retain(object) : undefined)) stand('ok', true);
  };
  const watchOnce = (resource: Resource, seconds: number): Promise<WatchEnd> => {
    // After a failure, the server continues from the last version.
    const onOpen = (): void => {
      failures = 0;
      stand('ok');
    };
    return client.watch(resource, { resourceVersion: version, seconds, signal, onOpen, onVersion: take });
  };
  /** Watches until the audit is due or the version has expired. */
  const follow = async (resource: Resource): Promise<void> => {
    const end = performance.now() + 1000 * times.audit * (1 + 0.1 * Math.random());
    for (let start = performance.now(); start < end && !signal.aborted; start = performance.now()) {
      const seconds = Math.min((end - start) / 1000, WATCH_SECONDS.least + WATCH_SECONDS.more * Math.random());
      const watched = await watchOnce(resource, Math.ceil(seconds));
      if (watched.result === 'expired' || watched.result === 'missing') return;
      if (watched.result === 'failed') await retryAfter(watched);
      else if (performance.now() - start < 1000 * SHORTEST_WATCH) await sleep(times.firstPause, signal);
    }
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const resource = await list();
      if (resource) await follow(resource);
    }
    for (const wake of readers.splice(0)) wake();
  };
  void run();
  return {
    read: async () => {
      if (standing === 'unread' && !signal.aborted) await new Promise<void>((resolve) => readers.push(resolve));
      if (standing === 'ok') return { result: 'ok', objects: store.view() };
      if (standing === 'missing') return { result: 'missing' };
      return standing === 'unread' ? fail(`the list of ${kind} is not read`, true) : standing;
    },
  };
}

/** Waits for seconds, up to a tenth longer, or until the signal is aborted. */
async function sleep(seconds: number, signal: AbortSignal): Promise<undefined> {
  try {
    await pause(1000 * seconds * (1 + 0.1 * Math.random()), undefined, { signal });
  } catch {
    // The signal ends the pause.
  }
  return undefined;
}
