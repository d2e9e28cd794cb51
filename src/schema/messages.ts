import { defineFinding } from '../model/catalogue.js';
import type { Severity } from '../model/diagnostic.js';
import { quote } from '../std/quote.js';
import { suggest, surelyMeant } from '../std/suggest.js';

const SUBDOMAIN =
  'use at most 253 lower case letters, digits, - and ., each part between dots with a letter or digit at both ends';
const QUALIFIED_NAME =
  'use a name of at most 63 letters, digits, -, _ and ., with a letter or digit at both ends, and optionally a DNS ' +
  'subdomain and / as a prefix';

/** All that this phase can say of an object, by code. Texts of the input come in as written and are quoted here. */
export const messages = {
  /** `meant`: the known field that takes its value in its place. */
  unknownField: defineFinding<[field: string, known: readonly string[], meant?: string, shape?: string]>({
    code: 'schema/unknown-field',
    severity: 'error',
    summary: 'An object has an unknown field.',
    why: 'The API server drops unknown fields or rejects the object, so the setting has no effect.',
    fix: 'correct the name of the field, or remove it',
    message: (field) => `unknown field ${quote(field)}`,
    help: (field, known, _meant, shape) => didYouMean(field, known, 'known fields', shape),
    replacement: (_field, _known, meant) => meant,
  }),
  missingField: defineFinding<[field: string, description: string]>({
    code: 'schema/missing-field',
    severity: 'error',
    summary: 'A required field is missing.',
    why: 'The API server rejects the object.',
    fix: 'add the field',
    message: (field) => `missing field '${field}'`,
    help: (field, description) => `${field}: ${description}`,
  }),
  /** `wanted` and `found` with their articles: `a string`, `the number 3`. */
  wrongType: defineFinding<[field: string, wanted: string, found: string, advice: string, bare?: number | boolean]>({
    code: 'schema/wrong-type',
    severity: 'error',
    summary: 'A value has the wrong type for its field.',
    why: 'The API server rejects the object.',
    fix: 'use a value of the type of the field',
    message: (field, wanted, found) => `expected ${wanted} at ${field}, found ${found}`,
    help: (_field, _wanted, _found, advice) => advice,
    replacement: (_field, _wanted, _found, _advice, bare) => bare,
  }),
  notAChoice: defineFinding({
    code: 'schema/not-a-choice',
    severity: 'error',
    summary: 'A value is not among the choices of its field.',
    why: 'The API server rejects the object.',
    fix: 'use one of the choices of the field',
    message: (field: string, shown: string, _word: string, choices: readonly string[]) =>
      `${field} is ${shown}, expected ${oneOf(choices)}`,
    help: (_field, _shown, word, choices) => didYouMean(word, choices, 'choices'),
    replacement: (_field, _shown, word, choices) => surelyMeant(word, choices),
  }),
  badPattern: defineFinding<[field: string, text: string, pattern: string, description: string]>({
    code: 'schema/bad-pattern',
    severity: 'error',
    summary: 'A text does not match the pattern of its field.',
    why: 'The API server rejects the object.',
    fix: 'use a text that matches the pattern of the field',
    message: (field, text) => `${field} is ${quote(text)}, which does not match the pattern of the field`,
    // A longer pattern tells a reader less than nothing.
    help: (_field, _text, pattern, description) =>
      pattern.length > 80 ? description : `${description} Pattern: ${pattern}`,
  }),
  badFormat: defineFinding<[field: string, shown: string, format: string, advice: string]>({
    code: 'schema/bad-format',
    severity: 'error',
    summary: 'A value does not have the format of its field.',
    why: 'The API server rejects the object.',
    fix: 'use a value in the format of the field',
    message: (field, shown, format) => `${field} is ${shown}, expected ${format}`,
    help: (_field, _shown, _format, advice) => advice,
  }),
  /** `limits` continues "expected": `1 to 65535`, `at least 0`. */
  outOfRange: defineFinding<[field: string, shown: string, limits: string, description: string]>({
    code: 'schema/out-of-range',
    severity: 'error',
    summary: 'A number is out of range.',
    why: 'The API server rejects the object.',
    fix: 'use a number within the limits of the field',
    message: (field, shown, limits) => `${field} is ${shown}, expected ${limits}`,
    help: (_field, _shown, _limits, description) => description,
  }),
  tooFew: defineFinding<[field: string, least: string, found: number, description: string]>({
    code: 'schema/too-few',
    severity: 'error',
    summary: 'A text, list or mapping is too short.',
    why: 'The API server rejects the object.',
    fix: 'extend it to the minimum of the field',
    message: (field, least, found) =>
      found === 0 && least.startsWith('1 ')
        ? `${field} must not be empty`
        : `expected at least ${least} at ${field}, found ${found}`,
    help: (_field, _least, _found, description) => description,
  }),
  tooMany: defineFinding<[field: string, most: string, found: number, description: string]>({
    code: 'schema/too-many',
    severity: 'error',
    summary: 'A text, list or mapping is too long.',
    why: 'The API server rejects the object.',
    fix: 'shorten it to the maximum of the field',
    message: (field, most, found) => `expected at most ${most} at ${field}, found ${found}`,
    help: (_field, _most, _found, description) => description,
  }),
  duplicateEntry: defineFinding({
    code: 'schema/duplicate-entry',
    severity: 'error',
    summary: 'A list contains an entry twice.',
    why: 'The API server rejects the object, because entries of the list must be unique.',
    fix: 'remove the entry',
    message: (keys: readonly string[]) =>
      keys.length === 0 ? 'duplicate entry' : `duplicate entry, expected a different ${keys.join(' or ')}`,
  }),
  noVariant: defineFinding<
    [field: string, shown: string, variants: readonly string[], description: string, bare?: number | boolean]
  >({
    code: 'schema/no-variant',
    severity: 'error',
    summary: 'A value has none of the forms that its field accepts.',
    why: 'The API server rejects the object.',
    fix: 'use one of the forms of the field',
    message: (field, shown, variants) => `${field} is ${shown}, expected ${variants.join(' or ')}`,
    help: (_field, _shown, _variants, description, bare) =>
      bare === undefined ? description : `write it without quotes: ${String(bare)}`,
    replacement: (_field, _shown, _variants, _description, bare) => bare,
  }),
  statusIgnored: defineFinding({
    code: 'schema/status-ignored',
    severity: 'warning',
    summary: 'The status of an object is invalid and is ignored.',
    why: 'Weir does not use assignments in the status.',
    fix: 'remove the status, which the API server drops from a new object',
    message: (problem: string) => `ignored invalid status: ${problem}`,
  }),

  badName: defineFinding({
    code: 'manifest/bad-name',
    severity: 'error',
    summary: 'The name of an object is invalid.',
    why: 'The API server rejects the object.',
    fix: SUBDOMAIN,
    message: (name: string) => `metadata.name is ${quote(name)}, expected an RFC 1123 subdomain`,
  }),
  wrongName: defineFinding({
    code: 'manifest/wrong-name',
    severity: 'error',
    summary: 'The name of an object is not the only name that its kind supports.',
    why: 'The API server rejects the object.',
    fix: 'use the name of the kind',
    message: (name: string, kind: string, only: string) =>
      `metadata.name is ${quote(name)}, expected '${only}' for ${/^[AEIOU]/.test(kind) ? 'an' : 'a'} ${kind}`,
    help: (_name, kind, only) => `use 'name: ${only}', because a namespace has one ${kind}`,
  }),
  missingNamespace: defineFinding<[kind: string, path: string]>({
    code: 'manifest/missing-namespace',
    severity: 'error',
    summary: 'An object of a namespaced kind has no namespace.',
    why: 'kubectl uses the current namespace, which Weir does not know.',
    fix: 'set metadata.namespace',
    message: () => 'missing field metadata.namespace',
    help: (kind, path) => {
      const [, tool, folder] = /^<(kustomize|helm) (.*)>$/.exec(path) ?? [];
      const [what, source] =
        tool === undefined ? ['its files', 'files: GLOB'] : ['this source', `${tool}: ${folder ?? ''}`];
      return `set metadata.namespace of the ${kind}, or the namespace of ${what} in weir.yaml: \`sources: [{ ${source}, namespace: NAME }]\``;
    },
  }),
  badNamespace: defineFinding({
    code: 'manifest/bad-namespace',
    severity: 'error',
    summary: 'The namespace of an object is invalid.',
    why: 'The API server rejects the object.',
    fix: 'use at most 63 lower case letters, digits and -, with a letter or digit at both ends',
    message: (namespace: string) => `metadata.namespace is ${quote(namespace)}, expected an RFC 1123 label`,
  }),
  needlessNamespace: defineFinding({
    code: 'manifest/needless-namespace',
    severity: 'warning',
    summary: 'An object of a cluster-wide kind has a namespace.',
    why: 'The object applies to the whole cluster.',
    fix: 'remove metadata.namespace',
    message: (kind: string) => `metadata.namespace is ignored, because ${kind} objects are cluster-wide`,
  }),
  badLabelKey: defineFinding({
    code: 'manifest/bad-label-key',
    severity: 'error',
    summary: 'The key of a label is invalid.',
    why: 'The API server rejects the object.',
    fix: QUALIFIED_NAME,
    message: (key: string) => `expected a label key, found ${quote(key)}`,
  }),
  badLabelValue: defineFinding({
    code: 'manifest/bad-label-value',
    severity: 'error',
    summary: 'The value of a label is invalid.',
    why: 'The API server rejects the object.',
    fix: 'use at most 63 letters, digits, -, _ and ., with a letter or digit at both ends, or an empty value',
    message: (value: string) => `expected a label value, found ${quote(value)}`,
  }),
  badAnnotationKey: defineFinding({
    code: 'manifest/bad-annotation-key',
    severity: 'error',
    summary: 'The key of an annotation is invalid.',
    why: 'The API server rejects the object.',
    fix: QUALIFIED_NAME,
    message: (key: string) => `expected an annotation key, found ${quote(key)}`,
  }),
  annotationsTooLong: defineFinding({
    code: 'manifest/annotations-too-long',
    severity: 'error',
    summary: 'The annotations of an object are too long.',
    why: 'The API server rejects the object.',
    fix: 'shorten or remove annotations',
    message: (bytes: number, limit: number) => `metadata.annotations has ${bytes} bytes, expected at most ${limit}`,
  }),
  badFinalizer: defineFinding({
    code: 'manifest/bad-finalizer',
    severity: 'error',
    summary: 'A finalizer is invalid.',
    why: 'The API server rejects the object.',
    fix: QUALIFIED_NAME,
    message: (name: string) => `expected a finalizer, found ${quote(name)}`,
  }),
  opposedFinalizers: defineFinding({
    code: 'manifest/opposed-finalizers',
    severity: 'error',
    summary: 'Two finalizers exclude each other.',
    why: 'The API server rejects the object.',
    fix: 'remove one of the two',
    message: () => 'the finalizers orphan and foregroundDeletion exclude each other',
  }),
  ownerWithoutVersion: defineFinding({
    code: 'manifest/owner-without-version',
    severity: 'error',
    summary: 'The apiVersion of an owner has no version.',
    why: 'The API server rejects the object.',
    fix: 'use the apiVersion of the owner, for example apps/v1',
    message: (apiVersion: string) =>
      `apiVersion of the owner is ${quote(apiVersion)}, expected a version, for example apps/v1`,
  }),
  eventAsOwner: defineFinding({
    code: 'manifest/event-as-owner',
    severity: 'error',
    summary: 'An Event is the owner of an object.',
    why: 'The API server rejects the object.',
    fix: 'remove the owner reference',
    message: () => 'kind of the owner is Event, which cannot own objects',
  }),
  secondController: defineFinding({
    code: 'manifest/second-controller',
    severity: 'error',
    summary: 'An object has two controllers.',
    why: 'The API server rejects the object.',
    fix: 'set controller: true in one of the owner references only',
    message: () => 'a second owner is the controller of the object, expected only one',
  }),
  /** `first`: location of the first one, as a clause. */
  duplicate: defineFinding<[resource: string, first: string, sources?: readonly string[]]>({
    code: 'manifest/duplicate',
    severity: 'error',
    summary: 'An object is defined twice.',
    why: 'The object that is applied last overrides the other.',
    fix: 'remove one of the two, or rename it',
    message: (resource, first, sources = []) =>
      `${resource} is defined more than once${sources.length > 0 ? `: by ${sources.join(' and ')}` : `, the first is ${first}`}`,
    help: (_resource, _first, sources = []) =>
      sources.length > 0
        ? 'remove one of the sources from weir.yaml if they are for different clusters, or rename or remove one object'
        : 'remove one of the two, or rename it',
  }),
  invalidInInventory: defineFinding({
    code: 'inventory/invalid-object',
    severity: 'warning',
    summary: 'An object of the inventory is invalid.',
    why: 'Weir ignores the object, so its effect on traffic is unknown.',
    fix: 'export it again, because the API server accepts no such object',
    message: (why: string) => `ignored invalid object: ${why}`,
  }),
  moreFindings: defineFinding<[count: number, severity: Severity]>({
    code: 'manifest/more-findings',
    severity: { oneOf: ['error', 'rejected', 'warning'], choose: (_count, severity) => severity },
    summary: 'An object has more findings than are shown.',
    why: 'Weir limits the findings per object, because the others may be consequences of the first ones.',
    fix: 'fix the first ones, and check again',
    message: (count) => `… and ${count} more in this object`,
  }),
};

/** Returns a suggestion. `shape` is the expected type, if the value has a different one. */
function didYouMean(word: string, choices: readonly string[], title: string, shape?: string): string {
  const meant = suggest(word, choices);
  if (meant === undefined) return choices.length === 0 ? `${title}: none` : `${title}: ${choices.join(', ')}`;
  return `did you mean '${meant}'${shape === undefined ? '' : `, which is ${shape}`}?`;
}

const oneOf = (choices: readonly string[]): string =>
  choices.length === 1 ? choices.join() : `one of ${choices.join(', ')}`;
