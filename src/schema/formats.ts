import { parseAddress } from '../net/address.js';

/** Leading zeros of a run of digits. */
const LEADING_ZEROS = /(?<![0-9A-Fa-f])0+(?=[0-9A-Fa-f])/g;
/**
 * Maximum length of an address. The parser of the API server accepts any number of leading zeros, this one hundreds.
 */
const LONGEST_ADDRESS = 1000;
/** RFC 3339 §5.6 date-time as Go reads it, with capitals. */
const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(\.\d{1,100})?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Formats of custom resource definitions as the API server checks them (kube-openapi `strfmt`). Its parsers accept
 * leading zeros (`010.0.0.1`), and an IPv4-mapped address belongs to both families.
 */
export const formats = {
  ipv4: ofString((text) => text.includes('.') && isLenientAddress(text)),
  ipv6: ofString((text) => text.includes(':') && isLenientAddress(text)),
  cidr: ofString(isLenientCIDR),
  'date-time': ofString(isDateTime),
  int32: ofNumber((value) => value >= -(2 ** 31) && value < 2 ** 31),
  // The largest 64-bit integer is read as 2^63.
  int64: ofNumber((value) => value >= -(2 ** 63) && value <= 2 ** 63),
};

function ofString(validate: (text: string) => boolean) {
  return { type: 'string', validate } as const;
}

function ofNumber(validate: (value: number) => boolean) {
  return { type: 'number', validate } as const;
}

/** Name of a format in messages, and the advice. */
export const formatWords: Readonly<Record<string, { readonly name: string; readonly advice: string }>> = {
  ipv4: { name: 'an IPv4 address', advice: 'use four numbers up to 255, for example 203.0.113.7' },
  ipv6: { name: 'an IPv6 address', advice: 'use groups of hexadecimal digits, for example 2001:db8::7' },
  cidr: { name: 'a CIDR', advice: 'use an address and a prefix length, for example 203.0.113.0/24' },
  'date-time': { name: 'a time', advice: 'use a time of RFC 3339, for example 2006-01-02T15:04:05Z' },
  int32: { name: 'an integer of 32 bits', advice: 'use a smaller number' },
  int64: { name: 'an integer of 64 bits', advice: 'use a smaller number' },
};

function isLenientAddress(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && parseAddress(text.replace(LEADING_ZEROS, '')) !== undefined;
}

function isLenientCIDR(text: string): boolean {
  const slash = text.indexOf('/');
  if (slash < 0 || text.length > LONGEST_ADDRESS) return false;
  const length = text.slice(slash + 1);
  const limit = text.includes(':') ? 128 : 32;
  return /^\d+$/.test(length) && Number(length) <= limit && isLenientAddress(text.slice(0, slash));
}

/** Returns true if Go's `time.RFC3339` accepts a text: a day of the calendar, no leap second. */
function isDateTime(text: string): boolean {
  const [, year = 0, month = 0, day = 0, hour = 24, minute = 60, second = 60] = (DATE_TIME.exec(text) ?? []).map(
    Number,
  );
  return month >= 1 && day >= 1 && day <= daysOf(year, month) && hour <= 23 && minute <= 59 && second <= 59;
}

/** Returns the last day of a month, or 0 for a number that is not a month. */
function daysOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}
