import type { FindingDefinition } from '../model/catalogue.js';
import {
  type Diagnostic,
  type Edit,
  type Findings,
  type OmittedFindings,
  type Position,
  SEVERITIES,
  type Severity,
} from '../model/diagnostic.js';
import { toSentence } from '../std/to-sentence.js';
import { formatResource } from './context.js';
import { createFingerprinter } from './fingerprint.js';
import { endColumnOf } from './region.js';
import { FILE_OF_NONE, type RenderOptions } from './renderer.js';
import { makeJsonVisible } from './visible.js';

const LEVELS: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  rejected: 'error',
  warning: 'warning',
  info: 'note',
};

/**
 * Limits of GitHub. It rejects a run with more results, and a result with more than 1,000 locations (its SARIF upload
 * limits).
 */
const MAX_RESULTS = 25_000;
const MAX_RELATED = 999;

/**
 * Renders diagnostics as a SARIF 2.1.0 log with one run, in the format of GitHub code scanning. Every result has a
 * location and a fingerprint that does not depend on lines. Every rule has a description and help. Above GitHub's
 * limit, the most severe results are kept, and notifications state the number of the others.
 */
export function renderSarif(
  findings: Findings,
  { version, definitions }: Pick<RenderOptions, 'version' | 'definitions'>,
): string {
  const { kept, left } = keepGravest(findings.diagnostics);
  const rules = [...new Set(kept.map(({ code }) => code))].sort();
  const definitionOf = new Map(definitions.map((definition) => [definition.code, definition]));
  const ruleIndexes = new Map(rules.map((code, index) => [code, index]));
  const fingerprint = createFingerprinter();
  const run = {
    tool: { driver: { name: 'weir', version, rules: rules.map((code) => describeRule(code, definitionOf.get(code))) } },
    columnKind: 'utf16CodeUnits',
    invocations: [{ executionSuccessful: true, toolExecutionNotifications: notify(left, findings.omitted) }],
    results: kept.map((diagnostic) => ({
      ...describeResult(diagnostic),
      ruleIndex: ruleIndexes.get(diagnostic.code),
      // GitHub matches alerts between uploads by the fingerprint with this name.
      partialFingerprints: { primaryLocationLineHash: fingerprint(diagnostic) },
    })),
  };
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return makeJsonVisible(JSON.stringify(log, undefined, 2)) + '\n';
}

function keepGravest(diagnostics: readonly Diagnostic[]): { kept: readonly Diagnostic[]; left: number } {
  if (diagnostics.length <= MAX_RESULTS) return { kept: diagnostics, left: 0 };
  const byGravity = SEVERITIES.flatMap((severity) => diagnostics.filter((each) => each.severity === severity));
  return { kept: byGravity.slice(0, MAX_RESULTS), left: diagnostics.length - MAX_RESULTS };
}

/** Returns notifications about results above GitHub's limit, and about findings that are not shown. */
function notify(left: number, omitted: readonly OmittedFindings[]): object[] {
  const texts = [
    ...(left === 0 ? [] : [`${left} more results were left out.`]),
    ...omitted.map(({ code, severity, count }) => `${count} more results of ${code} (${severity}) were left out.`),
  ];
  return texts.map((text) => ({ level: 'warning', message: { text } }));
}

/**
 * Describes a rule. GitHub shows the most recent version of a rule on all alerts of a code, so it contains nothing from
 * a single finding.
 */
function describeRule(code: string, definition: FindingDefinition | undefined): object {
  if (!definition) return { id: code };
  const { summary, why, fix } = definition;
  return {
    id: code,
    shortDescription: { text: summary },
    fullDescription: { text: `${summary} ${why}` },
    help: { text: toSentence(fix) },
  };
}

function describeResult(diagnostic: Diagnostic): object {
  const { code, severity, message, help, at, excerpt, edit, resource, related, packetPath = [] } = diagnostic;
  const lines = [message, ...packetPath, ...(help === '' ? [] : [help])];
  // Code scanning shows no alert without a file. Findings about the input as a whole are shown at the configuration
  // file.
  const physicalLocation = at
    ? locate(at, excerpt)
    : { artifactLocation: { uri: FILE_OF_NONE, uriBaseId: '%SRCROOT%' }, region: { startLine: 1 } };
  const names = resource && [{ fullyQualifiedName: formatResource(resource), kind: 'resource' }];
  return {
    ruleId: code,
    level: LEVELS[severity],
    message: { text: defuseLinks(lines.join('\n')) },
    locations: [{ physicalLocation, ...(names && { logicalLocations: names }) }],
    ...(edit && { fixes: [describeFix(edit, excerpt, help)] }),
    ...(related.length > 0 && {
      relatedLocations: related.slice(0, MAX_RELATED).map((note, id) => ({
        id,
        message: { text: defuseLinks(note.message) },
        physicalLocation: locate(note.at, note.excerpt),
      })),
    }),
  };
}

/** Describes an automatic fix: a region is replaced by another text (SARIF 2.1.0 §3.55). */
function describeFix({ at, text }: Edit, line: string | undefined, help: string): object {
  const { artifactLocation, region } = locate(at, line);
  const replacements = [{ deletedRegion: region, insertedContent: { text } }];
  return { description: { text: defuseLinks(help) }, artifactChanges: [{ artifactLocation, replacements }] };
}

function locate(at: Position, line: string | undefined) {
  return {
    artifactLocation: { uri: encodePath(at.file), uriBaseId: '%SRCROOT%' },
    region: { startLine: at.line, startColumn: at.column, endLine: at.line, endColumn: endColumnOf(at, line) },
  };
}

/** Breaks link syntax: `[text](target)` is a link in a SARIF message (§3.11.6), which input text must not create. */
function defuseLinks(text: string): string {
  return text.replaceAll('](', '] (');
}

/** Returns a relative URI reference (RFC 3986 §4.2) for a path with `/`. Halves of surrogate pairs become U+FFFD. */
function encodePath(path: string): string {
  return Buffer.from(path).toString().split('/').map(encodeURIComponent).join('/');
}
