import { type Json, type JsonObject, asList, asObject, asString, isObject, parseJson } from '../../std/json.js';

/** The objects of an OpenShift Template with its parameters filled in, or the parameters without a value. */
export type Expanded = { readonly objects: readonly Json[] } | { readonly lacking: readonly string[] };

/**
 * Fills in the parameters of a Template as `oc process --local` does. `${NAME}` stands within a text, and `${{NAME}}`
 * in place of a value that is not a text. Values that OpenShift would generate are unknown. `given` takes precedence
 * over the Template's own values.
 */
export function expandTemplate(template: JsonObject, given: Readonly<Record<string, string>> = {}): Expanded {
  const values = new Map<string, string>();
  const lacking: string[] = [];
  for (const parameter of asList(template.parameters).map(asObject)) {
    const name = asString(parameter?.name);
    if (name === undefined) continue;
    const own = parameter?.value;
    const value = Object.hasOwn(given, name) ? given[name] : own === undefined || own === null ? '' : textOf(own);
    const isEmpty = value === undefined || value === '';
    if (isEmpty && (parameter?.required === true || parameter?.generate !== undefined)) lacking.push(name);
    values.set(name, value ?? '');
  }
  return lacking.length > 0 ? { lacking } : { objects: asList(template.objects).map((object) => fill(object, values)) };
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function fill(value: Json, values: ReadonlyMap<string, string>): Json {
  if (typeof value === 'string') return fillText(value, values);
  if (Array.isArray(value)) return value.map((item) => fill(item, values));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [fillKey(key, values), fill(field, values)]));
}

function fillKey(key: string, values: ReadonlyMap<string, string>): string {
  const filled = fillText(key, values);
  return typeof filled === 'string' ? filled : JSON.stringify(filled);
}

function fillText(text: string, values: ReadonlyMap<string, string>): Json {
  if (!text.includes('${')) return text;
  const [, whole] = /^\$\{\{([A-Za-z0-9_]+)\}\}$/.exec(text) ?? [];
  const bare = whole === undefined ? undefined : values.get(whole);
  if (bare !== undefined) return (parseJson(bare) as Json | undefined) ?? bare;
  return text.replaceAll(/\$\{([A-Za-z0-9_]+)\}/g, (written, name: string) => values.get(name) ?? written);
}
