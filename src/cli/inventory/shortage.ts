import type { Response } from '../../clients/kubernetes/answer.js';
import type { KubernetesClient } from '../../clients/kubernetes/client.js';
import type { Resource } from '../../clients/kubernetes/discovery.js';
import { fail } from '../../model/change.js';
import { plural } from '../../std/plural.js';

/** Share of the objects of a kind whose loss needs a second read, in percent. */
const SUDDEN_LOSS = 10;

/** Returns true if, of a number of objects, more are gone than usual, or all of them. */
export function isSuddenLoss(size: number, left: number): boolean {
  return size > 0 && (left === 0 || 100 * (size - left) > SUDDEN_LOSS * size);
}

/**
 * Reads a list that has none before it to be compared with. Fails if the server counts more objects of the kind, because
 * the list is incomplete.
 */
export async function listCounted<T>(
  client: Pick<KubernetesClient, 'count'>,
  resource: Resource,
  list: () => Promise<Response<T>>,
  sizeOf: (listed: T) => number,
): Promise<Response<T>> {
  const listed = await list();
  if (listed.result !== 'ok') return listed;
  const counted = await client.count(resource);
  // A kind that is gone has no objects to be counted, and the list shows the same.
  if (counted.result === 'missing') return listed;
  if (counted.result !== 'ok') return counted;
  const [size, count] = [sizeOf(listed.value), counted.value];
  if (count === undefined || !isSuddenLoss(count, size)) return listed;
  return fail(`the list of ${resource.plural} has ${plural(size, 'object')}, and the server counts ${count}`, true);
}
