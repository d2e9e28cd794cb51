import { spawnSync } from 'node:child_process';

/** A metric with its samples, as `/metrics` writes them. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly samples: readonly Sample[];
}

export interface Sample {
  /** With the suffix of a histogram. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"(?:,|$)/g;

/** Parses the text format of Prometheus (version 0.0.4). Throws for any other text. */
export function parseMetrics(text: string): readonly MetricFamily[] {
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  const families: { name: string; help: string; type: string; samples: Sample[] }[] = [];
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, word, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    const last = families.at(-1);
    if (word === 'HELP') families.push({ name, help: rest, type: '', samples: [] });
    else if (word === 'TYPE' && last?.name === name && last.type === '') last.type = rest;
    else if (last && last.type !== '') last.samples.push(parseSample(line));
    else throw new Error(`not after HELP and TYPE: ${line}`);
  }
  return families;
}

function parseSample(line: string): Sample {
  const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [];
  const number = value === '+Inf' ? Infinity : Number(value);
  if (name === '' || Number.isNaN(number)) throw new Error(`not a sample: ${line}`);
  const pairs = [...labels.matchAll(LABEL)];
  if (pairs.map(([text]) => text).join('') !== labels) throw new Error(`labels that are none: ${line}`);
  return { name, labels: Object.fromEntries(pairs.map(([, key = '', text = '']) => [key, text])), value: number };
}

const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  histogram: ['_bucket', '_sum', '_count'],
  counter: [''],
  gauge: [''],
};
/** Words for units that are not base units, and abbreviations of units (Prometheus, "Metric and label naming"). */
const OTHER_UNITS =
  /_(milliseconds?|microseconds?|nanoseconds?|minutes?|hours?|days?|weeks?|ms|us|ns|s|sec|secs|m|h|d|kilobytes?|megabytes?|gigabytes?|bits?|b|kb|mb|gb|percent|percentage)(?=_|$)/;
const TYPE_WORDS = /_(gauge|counter|histogram|summary|metric)(?=_|$)/;
const RESERVED_LABELS = new Set(['le', 'quantile', 'job', 'instance', 'namespace', 'pod', 'container', 'endpoint']);

/** Returns what the naming rules of Prometheus forbid about metrics of an application with a prefix. */
export function lintMetrics(families: readonly MetricFamily[], prefix: string): readonly string[] {
  const names = families.map(({ name }) => name);
  return [
    ...names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name} occurs twice`),
    ...families.flatMap((family) => lintFamily(family, prefix).map((problem) => `${family.name}: ${problem}`)),
  ];
}

function lintFamily({ name, help, type, samples }: MetricFamily, prefix: string): string[] {
  const suffixes = SUFFIXES[type] ?? [];
  const labels = new Set(samples.flatMap((sample) => Object.keys(sample.labels)));
  const own = [...labels].filter((label) => type !== 'histogram' || label !== 'le');
  const words = name.split('_');
  const checks: readonly (readonly [boolean, string])[] = [
    [suffixes.length > 0, `has the type '${type}'`],
    [name.startsWith(prefix), `does not begin with ${prefix}`],
    [/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name), 'is not snake_case'],
    [/^[A-Z0-9].*\.$/.test(help), 'has no sentence as help'],
    [(type === 'counter') === name.endsWith('_total'), 'has _total, or is a counter without it'],
    [!/_(bucket|sum|count)$/.test(name), 'has the suffix of a part of a histogram'],
    [type !== 'histogram' || /_(seconds|bytes)$/.test(name), 'is a histogram without a base unit'],
    [!name.includes('timestamp') || name.endsWith('_timestamp_seconds'), 'is a time that is not in seconds'],
    [!/_seconds_|_bytes_/.test(name) || name.endsWith('_total'), 'has a unit that is not at its end'],
    [!OTHER_UNITS.test(name), 'has a unit that is not a base unit'],
    [!TYPE_WORDS.test(name), 'has its type in the name'],
    [!name.endsWith('_info') || samples.every(({ value }) => value === 1), 'is _info with a value other than 1'],
    [
      samples.every((sample) => suffixes.some((suffix) => sample.name === name + suffix)),
      'has a sample of another name',
    ],
  ];
  return [
    ...checks.filter(([isFine]) => !isFine).map(([, problem]) => problem),
    ...own
      .filter((label) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(label))
      .map((label) => `label ${label} is not snake_case`),
    ...own.filter((label) => RESERVED_LABELS.has(label)).map((label) => `label ${label} is set by Prometheus`),
    ...own.filter((label) => words.includes(label)).map((label) => `has the label ${label} in the name`),
  ];
}

/** Why promtool cannot be used here, or undefined. */
export function whyNoPromtool(): string | undefined {
  return spawnSync('promtool', ['--version']).status === 0 ? undefined : 'there is no promtool here';
}

/** Runs promtool. Returns its exit code and all that it writes. */
export function promtool(
  words: readonly string[],
  input = '',
): { readonly status: number | null; readonly text: string } {
  const { status, stdout, stderr } = spawnSync('promtool', words, { input, encoding: 'utf8' });
  return { status, text: stdout + stderr };
}
