/** Units in milliseconds. */
const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};
const PART = '[0-9]{1,15}(?:\\.[0-9]{0,15})?(?:ns|us|µs|ms|s|m|h)';
const DURATION = new RegExp(`^(?:${PART}){1,10}$`);

/**
 * Returns the milliseconds of a duration in Go notation (`1h30m`, `500ms`). Returns undefined for any other text. See
 * Go `time.ParseDuration`.
 */
export function parseDuration(text: string): number | undefined {
  if (text === '0') return 0;
  if (!DURATION.test(text)) return undefined;
  const parts = text.matchAll(/([0-9.]+)([a-zµ]+)/g);
  return [...parts].reduce((sum, [, digits, unit = '']) => sum + Number(digits) * (UNITS[unit] ?? 0), 0);
}
