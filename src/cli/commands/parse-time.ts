import { isDate } from '../../std/is-date.js';

const TIME =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})T(?:[01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](?:\.[0-9]+)?)?(Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])?$/;

/**
 * Parses a time in ISO 8601, in UTC if it names no offset. A date is the last second of its day. Returns seconds since
 * 1970, or undefined for another text.
 */
export function parseTime(text: string): number | undefined {
  const [, date = text, , zone] = TIME.exec(text) ?? [];
  if (!isDate(date)) return undefined;
  const isDay = date === text;
  const milliseconds = Date.parse(isDay ? `${text}T23:59:59Z` : `${text}${zone === undefined ? 'Z' : ''}`);
  return Math.floor(milliseconds / 1000);
}
