import { createHash } from 'node:crypto';
import type { Diagnostic, Position, Severity } from '../model/diagnostic.js';
import { formatResource } from './context.js';
import { endColumnOf } from './region.js';
import type { RenderOptions } from './renderer.js';
import { makeJsonVisible } from './visible.js';

const LEVELS: Readonly<Record<Severity, 'error' | 'warning'>> = {
  error: 'error',
  rejected: 'error',
  warning: 'warning',
};

/** GitHub refuses a run with more results, and a result with more than 1,000 locations (its SARIF upload limits). */
const MAX_RESULTS = 25_000;
const MAX_RELATED = 999;

/**
 * Renders diagnostics as a SARIF 2.1.0 log with one run, in the form that GitHub code scanning takes: every result has
 * a location, every rule a description and help, and a fingerprint that stays the same when lines move. Beyond GitHub's
 * limit the gravest results are kept, and a notification says how many were left out.
 */
export function renderSarif(diagnostics: readonly Diagnostic[], { version }: Pick<RenderOptions, 'version'>): string {
  const kept = keepGravest(diagnostics);
  const rules = [...new Map(kept.map((diagnostic) => [diagnostic.code, diagnostic])).values()];
  rules.sort((a, b) => (a.code < b.code ? -1 : 1));
  const ruleIndexes = new Map(rules.map(({ code }, index) => [code, index]));
  const fingerprint = createFingerprinter();
  const run = {
    tool: { driver: { name: 'weir', version, rules: rules.map(describeRule) } },
    columnKind: 'utf16CodeUnits',
    invocations: [{ executionSuccessful: true, toolExecutionNotifications: notify(diagnostics.length - kept.length) }],
    results: kept.map((diagnostic) => ({
      ...describeResult(diagnostic),
      ruleIndex: ruleIndexes.get(diagnostic.code),
      // GitHub matches alerts between uploads by the fingerprint of this name.
      partialFingerprints: { primaryLocationLineHash: fingerprint(diagnostic) },
    })),
  };
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return makeJsonVisible(JSON.stringify(log, undefined, 2)) + '\n';
}

function keepGravest(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  if (diagnostics.length <= MAX_RESULTS) return diagnostics;
  const severities: readonly Severity[] = ['error', 'rejected', 'warning'];
  const byGravity = severities.flatMap((severity) => diagnostics.filter((each) => each.severity === severity));
  return byGravity.slice(0, MAX_RESULTS);
}

function notify(leftOut: number): object[] {
  return leftOut === 0 ? [] : [{ level: 'warning', message: { text: `${leftOut} more results were left out.` } }];
}

/** A rule is the same in every run that has it only if nothing of the single finding is in it but the code and help. */
function describeRule({ code, severity, help }: Diagnostic): object {
  const title = code.replace('/', ': ').replaceAll('-', ' ');
  const text = help === '' ? title : help;
  return {
    id: code,
    shortDescription: { text: title },
    fullDescription: { text },
    help: { text },
    defaultConfiguration: { level: LEVELS[severity] },
  };
}

function describeResult(diagnostic: Diagnostic): object {
  const { code, severity, message, help, at, excerpt, resource, related } = diagnostic;
  // Code scanning shows no alert without a file; what is about the input as a whole goes to the file that names it.
  const physicalLocation = at
    ? locate(at, excerpt)
    : { artifactLocation: { uri: 'weir.yaml', uriBaseId: '%SRCROOT%' }, region: { startLine: 1 } };
  const names = resource && [{ fullyQualifiedName: formatResource(resource), kind: 'resource' }];
  return {
    ruleId: code,
    level: LEVELS[severity],
    message: { text: defuseLinks(help === '' ? message : `${message}\n${help}`) },
    locations: [{ physicalLocation, ...(names && { logicalLocations: names }) }],
    ...(related.length > 0 && {
      relatedLocations: related.slice(0, MAX_RELATED).map((note, id) => ({
        id,
        message: { text: defuseLinks(note.message) },
        physicalLocation: locate(note.at, note.excerpt),
      })),
    }),
  };
}

function locate(at: Position, line: string | undefined): object {
  return {
    artifactLocation: { uri: encodePath(at.file), uriBaseId: '%SRCROOT%' },
    region: { startLine: at.line, startColumn: at.column, endLine: at.line, endColumn: endColumnOf(at, line) },
  };
}

/** `[text](target)` is a link in a SARIF message (§3.11.6); nothing from the input may make one. */
function defuseLinks(text: string): string {
  return text.replaceAll('](', '] (');
}

/** A relative URI reference (RFC 3986 §4.2) of a path with `/`; half surrogate pairs become U+FFFD first. */
function encodePath(path: string): string {
  return Buffer.from(path).toString().split('/').map(encodeURIComponent).join('/');
}

/** Hashes what a finding says, not where: `<hash>:<n>` for the n-th finding of a run that says the same of a file. */
function createFingerprinter(): (diagnostic: Diagnostic) => string {
  const seen = new Map<string, number>();
  return ({ code, message, resource, at, excerpt }) => {
    const line = excerpt?.slice(0, 1000).trim();
    const identity = JSON.stringify([code, message, resource && formatResource(resource), at?.file, line]);
    const hash = createHash('sha256').update(identity).digest('hex').slice(0, 16);
    const count = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, count);
    return `${hash}:${count}`;
  };
}
