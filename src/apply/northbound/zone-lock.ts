import type { Client } from '../../clients/ovsdb/index.js';
import { type Failure, type Standing, fail } from '../../model/change.js';
import { shortDigest } from '../../std/split-by-digest.js';

/** The lock by which one of several appliers changes the rows of a zone. */
export interface ZoneLock {
  /** Name of the lock in OVSDB. */
  readonly name: string;
  /** See `ApplyTarget.stand`. */
  readonly stand: (client: Client, onChange: (standing: Standing) => void) => Promise<Standing | Failure>;
  /** Returns true if the lock was requested, so that transactions must hold it. */
  readonly isRequested: () => boolean;
}

/** Characters of a digest that tell two zones apart. */
const DIGEST_LENGTH = 8;

/**
 * Returns the name of a zone's lock, an <id> of RFC 7047 §3.1: letters, digits and underscores. A digest replaces the
 * other characters of the zone.
 */
export function lockNameOf(zone: string): string {
  const word = zone.replaceAll(/\W/g, '_');
  return word === zone ? `weir_${zone}` : `weir_${word}_${shortDigest(zone).slice(0, DIGEST_LENGTH)}`;
}

/** Creates the lock of a zone. A client requests it again after each reconnection. */
export function createZoneLock(zone: string): ZoneLock {
  const name = lockNameOf(zone);
  let standing: Standing = 'away';
  let isRequested = false;
  let isAnswered = false;
  return {
    name,
    isRequested: () => isRequested,
    stand: async (client, onChange) => {
      if (isRequested) return standing;
      const change = (next: Standing): void => {
        if (standing === next) return;
        standing = next;
        // The first one is returned.
        if (isAnswered) onChange(next);
      };
      isRequested = true;
      const stopListening = client.onConnection(({ type }) => {
        change(type === 'connected' ? 'waiting' : 'away');
      });
      const answer = await client.lock(name, (event) => {
        change(event === 'locked' ? 'held' : 'waiting');
      });
      if (answer.result === 'failed' || answer.result === 'refused') {
        // The client requests only an established lock again.
        stopListening();
        [isRequested, standing] = [false, 'away'];
        return answer.result === 'failed' ? answer : fail(answer.problem, true);
      }
      change(answer.result === 'locked' ? 'held' : 'waiting');
      isAnswered = true;
      return standing;
    },
  };
}
