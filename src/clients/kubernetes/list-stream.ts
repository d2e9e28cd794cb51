import { type Failure, fail } from '../../model/change.js';
import { nameOf, pathOfName } from '../../model/kubernetes-object.js';
import type { JsonObject } from '../../std/json.js';
import { type RawAnswer, type Response, weighAnswer } from './answer.js';
import type { Access } from './credentials.js';
import type { Resource } from './discovery.js';
import type { ListLimits, ObjectList } from './list.js';
import { type Patience, repeatRequest } from './send.js';
import { openWatch } from './watch.js';
import type { WatchMessage } from './watch-message.js';

/** The server does not stream lists. */
interface Unsupported {
  readonly result: 'unsupported';
}

interface Streamed {
  readonly result: 'ok';
  readonly value: ObjectList;
}

/**
 * Statuses of a server without streams: 422 of one that knows the parameters and does not allow them, 400 of one that
 * rejects them.
 */
const NOT_ALLOWED: ReadonlySet<number> = new Set([400, 422]);

/**
 * Lists the objects of a kind by a watch that begins with them (Kubernetes API, "Streaming lists"). So the server does not
 * hold a whole list in memory. A bookmark with an annotation ends the list, and is its version. The list is consistent: the
 * server has all that was committed before the request.
 */
export async function streamObjects(
  access: Access,
  resource: Resource,
  patience: Patience,
  largest: ListLimits,
): Promise<Response<ObjectList> | Unsupported> {
  const answer = await repeatRequest(() => attemptStream(access, resource, patience, largest), patience);
  if (!('status' in answer)) return answer;
  if (NOT_ALLOWED.has(answer.status)) return { result: 'unsupported' };
  const what = `watch ${resource.plural}`;
  const judged = weighAnswer(answer, what).answer;
  if (judged.result === 'missing' || judged.result === 'failed') return judged;
  if (judged.result === 'expired') return fail(`the list of ${resource.plural} expires before it is read`, true);
  return fail(`${what}: HTTP ${answer.status}`, true);
}

async function attemptStream(
  access: Access,
  resource: Resource,
  { silence, longest }: Patience,
  largest: ListLimits,
): Promise<RawAnswer | Failure | Unsupported | Streamed> {
  const query = {
    sendInitialEvents: 'true',
    resourceVersionMatch: 'NotOlderThan',
    timeoutSeconds: String(Math.ceil(longest / 1000)),
  };
  const end = new AbortController();
  const list = createStreamedList(resource, largest);
  // A computation can block this process, and afterwards a timer comes before the messages that have arrived meanwhile. So
  // the server is quiet only after two rounds without a message.
  let rounds = 0;
  const look = (): void => {
    if (++rounds < 2) return;
    list.giveUp();
    end.abort();
  };
  let quiet: NodeJS.Timeout | undefined;
  const answer = await openWatch(access, resource, query, {
    silence,
    signal: end.signal,
    // A server that ignores the parameters sends nothing for a minute after the objects.
    onOpen: () => (quiet = setInterval(look, silence / 3)),
    onMessage: (message) => {
      rounds = 0;
      list.take(message);
      if (list.outcome()) end.abort();
    },
  }).finally(() => {
    clearInterval(quiet);
  });
  const outcome = list.outcome();
  if (outcome || 'status' in answer) return outcome ?? (answer as RawAnswer);
  if (answer.result === 'failed') return answer;
  if (answer.result === 'ended') return fail(`the list of ${resource.plural} ended before it was complete`, true);
  return fail(`the list of ${resource.plural} expires before it is read`, true);
}

/** The objects of a list that a server streams. */
interface StreamedList {
  readonly take: (message: WatchMessage) => void;
  /** Notes that the server seems to send no more. */
  readonly giveUp: () => void;
  /** Returns the whole list, or the reason why there is none. Undefined while messages are missing. */
  readonly outcome: () => Streamed | Unsupported | Failure | undefined;
}

function createStreamedList({ plural }: Resource, largest: ListLimits): StreamedList {
  const objects = new Map<string, JsonObject>();
  const sum = { bytes: 0, containers: 0 };
  let outcome: Streamed | Unsupported | Failure | undefined;
  return {
    take: ({ resourceVersion, event, isInitialEnd, weight }) => {
      if (outcome) return;
      sum.bytes += weight.bytes;
      sum.containers += weight.containers;
      if (sum.bytes > largest.bytes || sum.containers > largest.containers) {
        outcome = fail(`the list of ${plural} is longer than that of any cluster`);
      } else if (isInitialEnd) {
        outcome = { result: 'ok', value: { objects: [...objects.values()], resourceVersion } };
      } else if (!event) {
        // A server that ignores the parameters sends usual bookmarks.
        outcome = { result: 'unsupported' };
      } else if (event.type === 'stored') {
        objects.set(pathOfName(nameOf(event.object)), event.object);
      } else {
        objects.delete(pathOfName(nameOf(event.object)));
      }
    },
    giveUp: () => {
      outcome ??= { result: 'unsupported' };
    },
    outcome: () => outcome,
  };
}
