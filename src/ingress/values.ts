/** Values that routers read from annotations and variables. */

/** Maximum time that HAProxy accepts, in milliseconds. */
const LONGEST = 2147483647;
/** Units in microseconds. */
const UNITS: Readonly<Record<string, number>> = {
  us: 1,
  ms: 1000,
  s: 1_000_000,
  m: 60_000_000,
  h: 3_600_000_000,
  d: 86_400_000_000,
};

/** Returns true if a text is a time: digits without a leading zero, and an optional unit. */
export function isTime(text: string): boolean {
  return /^[1-9][0-9]*(us|ms|s|m|h|d)?$/.test(text);
}

/**
 * Returns a time as HAProxy accepts it. A time above the maximum becomes the maximum. Returns undefined for an invalid
 * one.
 */
export function readTime(text: string): string | undefined {
  if (!isTime(text)) return undefined;
  const [, digits = '', unit = ''] = /^([0-9]+)([a-z]*)$/.exec(text) ?? [];
  const microseconds = Number(digits) * (UNITS[unit === '' ? 'ms' : unit] ?? 0);
  return microseconds > LONGEST * 1000 ? `${LONGEST}ms` : text;
}

/** Returns a cookie name. Returns undefined for an invalid one. */
export function readCookieName(text: string): string | undefined {
  return /^[a-zA-Z0-9_-]+$/.test(text) ? text : undefined;
}
