/** What is known of a node by its probes. */
export interface Reachability {
  readonly isReachable: boolean;
  /** True if the last probe was answered. */
  readonly hasAnswered: boolean;
  /** Milliseconds since 1970: the first of the last answers without a failure between them. */
  readonly answersSince?: number;
  /** Milliseconds for which an unreachable node must answer. */
  readonly hold: number;
  /** Milliseconds since 1970: when it became unreachable last. */
  readonly lostAt?: number;
}

/** Times in milliseconds. */
export interface DampingTimes {
  /** How long a node must answer after its first loss. Doubled for each further loss, up to `longestHold`. */
  readonly firstHold: number;
  readonly longestHold: number;
  /** Time after which a loss no longer counts. */
  readonly memory: number;
}

/** Returns the times for a period of probes. */
export function dampingTimesOf(period: number): DampingTimes {
  return { firstHold: 2 * period, longestHold: 60 * period, memory: 120 * period };
}

/**
 * Returns what is known after a probe. A failed probe makes a node unreachable at once. It is reachable again when it
 * has answered for a time that grows with its losses, so that addresses do not follow a flapping node.
 */
export function recordProbe(
  before: Reachability | undefined,
  hasAnswered: boolean,
  now: number,
  { firstHold, longestHold, memory }: DampingTimes,
): Reachability {
  const { isReachable = true, hold = 0, lostAt, answersSince = now } = before ?? {};
  const known = lostAt === undefined ? {} : { lostAt };
  if (hasAnswered) {
    const isBack = isReachable || now - answersSince >= hold;
    return { isReachable: isBack, hasAnswered, answersSince, hold, ...known };
  }
  if (!isReachable) return { isReachable, hasAnswered, hold, ...known };
  const isRepeated = lostAt !== undefined && now - lostAt < memory;
  const next = isRepeated ? Math.min(2 * hold, longestHold) : firstHold;
  return { isReachable: false, hasAnswered, hold: next, lostAt: now };
}
