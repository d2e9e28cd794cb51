import type { Report } from '../../model/diagnostic.js';
import type { SourceFile } from '../../model/manifest.js';
import { type Json, type JsonObject, asList, asObject } from '../../std/json.js';
import { compose } from '../../yaml/compose.js';
import { escapePointer } from '../../yaml/locate.js';
import { messages as problemMessages } from '../../yaml/problem-messages.js';
import { messages } from './messages.js';

/** The fields of a kustomization (kustomize 5, `types.Kustomization`). */
const FIELDS = [
  ...['apiVersion', 'kind', 'metadata', 'openapi', 'namePrefix', 'nameSuffix', 'namespace', 'commonLabels', 'labels'],
  ...['commonAnnotations', 'patchesStrategicMerge', 'patchesJson6902', 'patches', 'images', 'replacements', 'replicas'],
  ...['vars', 'sortOptions', 'resources', 'components', 'crds', 'bases', 'configMapGenerator', 'secretGenerator'],
  ...['helmGlobals', 'helmCharts', 'helmChartInflationGenerator', 'generatorOptions', 'configurations', 'generators'],
  ...['transformers', 'validators', 'buildMetadata'],
];
const GENERATOR = ['namespace', 'name', 'behavior', 'literals', 'files', 'env', 'envs', 'options', 'type'];
const PATCH = ['path', 'patch', 'target', 'options'];
/** Fields that may name files in a value or its items, with the fields allowed inside. */
const NESTED: Readonly<Record<string, readonly string[]>> = {
  configMapGenerator: GENERATOR,
  secretGenerator: GENERATOR,
  patches: PATCH,
  patchesJson6902: PATCH,
  replacements: ['path', 'source', 'targets'],
  openapi: ['path'],
};

/** The mapping of a kustomization, or a report if Weir does not pass it to kustomize. */
export type CheckedKustomization = { readonly object: JsonObject } | { readonly report: Report };

/**
 * Reads the one mapping of a kustomization. kustomize ignores the case of field names, uses the last of duplicate
 * fields, and accepts some line breaks that other parsers do not. Reports everything that kustomize could read
 * differently than Weir.
 */
export function checkKustomization(file: SourceFile, folder: string): CheckedKustomization {
  const { path, text } = file;
  const { values, problem } = compose(text);
  if (problem) {
    const location = { path, text, offset: problem.offset, length: problem.length };
    return { report: { ...problemMessages[problem.fact](problem.detail, text), location } };
  }
  const [value, ...others] = values;
  const object = asObject(value);
  if (!object || others.length > 0)
    return {
      report: {
        ...messages.toolFailed('kustomize', folder, 'a kustomization must be one mapping'),
        location: { path },
      },
    };
  const unknown = findUnknown(object);
  if (!unknown) return { object };
  const origin = { file, start: 0, end: text.length, pointer: '' };
  const location = { origin, pointer: unknown.pointer, part: 'key' } as const;
  return { report: { ...messages.kustomizationField(unknown.field, unknown.meant), location } };
}

interface Unknown {
  readonly field: string;
  readonly pointer: string;
  /** The field that kustomize would read it as. */
  readonly meant: string | undefined;
}

function findUnknown(object: JsonObject): Unknown | undefined {
  const own = findUnknownOf(object, FIELDS, '');
  if (own) return own;
  for (const [field, known] of Object.entries(NESTED)) {
    const value: Json | undefined = object[field];
    const single = asObject(value);
    const items = single
      ? [[`/${field}`, single] as const]
      : asList(value).map((item, index) => [`/${field}/${index}`, item] as const);
    for (const [pointer, item] of items) {
      const found = findUnknownOf(asObject(item) ?? {}, known, pointer);
      if (found) return found;
    }
  }
  return undefined;
}

function findUnknownOf(object: JsonObject, known: readonly string[], pointer: string): Unknown | undefined {
  const field = Object.keys(object).find((name) => !known.includes(name));
  if (field === undefined) return undefined;
  const meant = known.find((name) => name.toLowerCase() === field.toLowerCase());
  return { field, pointer: `${pointer}/${escapePointer(field)}`, meant };
}

/**
 * Formats a kustomization so that every YAML and JSON parser reads it in the same way. Characters that YAML rejects or
 * reads as line breaks are escaped.
 */
export function writeKustomization(object: JsonObject): string {
  return JSON.stringify(object).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
