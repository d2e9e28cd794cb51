/** The words and numbers that routers take from annotations and variables. */

/** Milliseconds that the proxy takes at most. */
const LONGEST = 2147483647;
/** In microseconds. */
const UNITS: Readonly<Record<string, number>> = {
  us: 1,
  ms: 1000,
  s: 1_000_000,
  m: 60_000_000,
  h: 3_600_000_000,
  d: 86_400_000_000,
};

/** Whether a text is a time: digits without a leading zero, and perhaps a unit. */
export function isTime(text: string): boolean {
  return /^[1-9][0-9]*(us|ms|s|m|h|d)?$/.test(text);
}

/** A time as the proxy takes it: one that is too long becomes the longest; undefined for what is none. */
export function readTime(text: string): string | undefined {
  if (!isTime(text)) return undefined;
  const [, digits = '', unit = ''] = /^([0-9]+)([a-z]*)$/.exec(text) ?? [];
  const microseconds = Number(digits) * (UNITS[unit === '' ? 'ms' : unit] ?? 0);
  return microseconds > LONGEST * 1000 ? `${LONGEST}ms` : text;
}

/** A name for a cookie; undefined for what is none. */
export function readCookieName(text: string): string | undefined {
  return /^[a-zA-Z0-9_-]+$/.test(text) ? text : undefined;
}
