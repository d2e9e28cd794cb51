import { InvalidArgumentError, Option } from 'commander';
import { isDate } from '../std/is-date.js';

/** `--today`: the date that `does` is about. Nothing in Weir looks at a clock. */
export function todayOption(does: string): Option {
  return dateOption('--today', does);
}

/** An option that takes a day. */
export function dateOption(flag: `--${string}`, does: string): Option {
  return new Option(`${flag} <date>`, `${does} (YYYY-MM-DD)`).argParser(parseDate);
}

function parseDate(text: string): string {
  if (!isDate(text)) throw new InvalidArgumentError('write a date as YYYY-MM-DD.');
  return text;
}
