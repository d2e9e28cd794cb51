import type { Labels } from '../../model/cluster.js';
import type { Finding, Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import { type ReportAt, createReportAt } from '../../model/report-at.js';
import { escapePointer, annotationPointer } from '../../yaml/locate.js';
import { messages } from './messages.js';
import { type Json, asObject, asString } from '../../std/json.js';
import { ANNOTATION } from '../../ovn-kubernetes/annotations.js';

/** Accessors for the fields of one unvalidated inventory object, and reporters for their locations. */
export interface Fields {
  readonly labels: Labels;
  readonly annotation: (name: string) => string | undefined;
  readonly reportAtAnnotation: (finding: Finding, name: string) => void;
  readonly reportAt: ReportAt;
}

/**
 * Returns the fields of an inventory object. Labels, and annotations that are read, are reported and skipped if they
 * have the wrong type.
 */
export function fieldsOf(manifest: Manifest, report: Reporter): Fields {
  const { object } = manifest;
  const reportAt = createReportAt(manifest, report);
  const metadata = asObject(object.metadata) ?? {};
  const annotations = asObject(metadata.annotations) ?? {};
  let reported: Set<string> | undefined;
  return {
    labels: readLabels(metadata.labels, reportAt),
    annotation: (key) => {
      const value = Object.hasOwn(annotations, key) ? annotations[key] : undefined;
      if (value !== undefined && value !== null && typeof value !== 'string' && reported?.has(key) !== true) {
        reported = (reported ?? new Set()).add(key);
        reportAt(messages.badAnnotation(key), annotationPointer(key));
      }
      return asString(value);
    },
    reportAtAnnotation: (finding, key) => {
      reportAt(finding, annotationPointer(key));
    },
    reportAt,
  };
}

/** Returns true if BFD monitors the gateways in the annotations of a namespace or a pod. */
export function isMonitored({ annotation }: Fields): boolean {
  return annotation(ANNOTATION.bfdEnabled) !== undefined;
}

function readLabels(value: Json | undefined, reportAt: ReportAt): Labels {
  if (value === undefined || value === null) return {};
  const labels = asObject(value);
  if (!labels) {
    reportAt(messages.badLabels('it is not a mapping'), '/metadata/labels');
    return {};
  }
  const bad = Object.keys(labels).find((key) => typeof labels[key] !== 'string');
  if (bad === undefined) return labels as Labels;
  reportAt(messages.badLabels(`the value of '${bad}' is not a string`), `/metadata/labels/${escapePointer(bad)}`);
  return Object.fromEntries(Object.entries(labels).filter(([, text]) => typeof text === 'string')) as Labels;
}

/** Returns a list of strings. A single string becomes a list of one. Any other value gives undefined. */
export function asStrings(value: Json | undefined): readonly string[] | undefined {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;
}

/** Returns the JSON in an annotation, or a description of the problem. */
export function parseJsonAnnotation(text: string): { readonly value: Json } | { readonly problem: string } {
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return { problem: 'it is not JSON' };
  }
}

/** Returns the list if every item is defined, else undefined. */
export function all<T>(items: readonly (T | undefined)[]): readonly T[] | undefined {
  return items.every((item) => item !== undefined) ? items : undefined;
}

/** Reads a JSON annotation of a node. If `read` returns undefined, the shape is wrong and is reported with `shape`. */
export function readJsonAnnotation<T>(
  fields: Fields,
  name: string,
  shape: string,
  read: (value: Json) => T | undefined,
): T | undefined {
  const text = fields.annotation(name);
  if (text === undefined) return undefined;
  const parsed = parseJsonAnnotation(text);
  const result = 'problem' in parsed ? undefined : read(parsed.value);
  if (result === undefined) {
    fields.reportAtAnnotation(messages.badNodeAnnotation(name, 'problem' in parsed ? parsed.problem : shape), name);
  }
  return result;
}
