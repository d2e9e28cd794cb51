import { defineFinding } from '../model/catalogue.js';
import type { Severity } from '../model/diagnostic.js';
import { quote } from '../std/quote.js';
import { suggest, surelyMeant } from '../std/suggest.js';

const SUBDOMAIN =
  'write at most 253 lower case letters, digits, - and ., each part between dots with a letter or digit at both ends';
const QUALIFIED_NAME =
  'write a name of at most 63 letters, digits, -, _ and ., with a letter or digit at both ends; before it there may be ' +
  'a DNS subdomain and a /';

/** All that this phase can say of an object, by code. Texts of the input come in as written and are quoted here. */
export const messages = {
  /** `meant`: the known field that takes its value in its place. */
  unknownField: defineFinding<[field: string, known: readonly string[], meant?: string, shape?: string]>({
    code: 'schema/unknown-field',
    severity: 'error',
    summary: 'An object has a field that its kind does not have.',
    why: 'The API server drops unknown fields or rejects the object, so the setting has no effect.',
    fix: 'correct the spelling of the field, or remove it',
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
    message: (field) => `the field '${field}' is missing`,
    help: (field, description) => `${field}: ${description}`,
  }),
  /** `wanted` and `found` with their articles: `a string`, `the number 3`. */
  wrongType: defineFinding<[wanted: string, found: string, advice: string, bare?: number | boolean]>({
    code: 'schema/wrong-type',
    severity: 'error',
    summary: 'A value is not of the type of its field.',
    why: 'The API server rejects the object.',
    fix: 'write a value of the type of the field',
    message: (wanted, found) => `must be ${wanted}, is ${found}`,
    help: (_wanted, _found, advice) => advice,
    replacement: (_wanted, _found, _advice, bare) => bare,
  }),
  notAChoice: defineFinding({
    code: 'schema/not-a-choice',
    severity: 'error',
    summary: 'A value is not among the choices of its field.',
    why: 'The API server rejects the object.',
    fix: 'write one of the choices of the field',
    message: (shown: string, _word: string, choices: readonly string[]) => `${shown} is not ${oneOf(choices)}`,
    help: (_shown, word, choices) => didYouMean(word, choices, 'choices'),
    replacement: (_shown, word, choices) => surelyMeant(word, choices),
  }),
  badPattern: defineFinding<[text: string, pattern: string, description: string]>({
    code: 'schema/bad-pattern',
    severity: 'error',
    summary: 'A text does not have the form of its field.',
    why: 'The API server rejects the object.',
    fix: 'write the text in the form that the field describes',
    message: (text) => `${quote(text)} does not have the right form`,
    // A longer pattern tells a reader less than nothing.
    help: (_text, pattern, description) => (pattern.length > 80 ? description : `${description} Pattern: ${pattern}`),
  }),
  badFormat: defineFinding<[shown: string, format: string, advice: string]>({
    code: 'schema/bad-format',
    severity: 'error',
    summary: 'A value does not have the format of its field.',
    why: 'The API server rejects the object.',
    fix: 'write the value in the format of the field',
    message: (shown, format) => `${shown} is not ${format}`,
    help: (_shown, _format, advice) => advice,
  }),
  /** `limits` continues "must be": `between 1 and 65535`, `at least 0`. */
  outOfRange: defineFinding<[shown: string, limits: string, description: string]>({
    code: 'schema/out-of-range',
    severity: 'error',
    summary: 'A number is out of range.',
    why: 'The API server rejects the object.',
    fix: 'write a number within the limits of the field',
    message: (shown, limits) => `must be ${limits}, is ${shown}`,
    help: (_shown, _limits, description) => description,
  }),
  tooFew: defineFinding<[least: string, found: number, description: string]>({
    code: 'schema/too-few',
    severity: 'error',
    summary: 'A text, list or mapping is too short.',
    why: 'The API server rejects the object.',
    fix: 'add what is missing',
    message: (least, found) => `must have at least ${least}, has ${found === 0 ? 'none' : found}`,
    help: (_least, _found, description) => description,
  }),
  tooMany: defineFinding<[most: string, found: number, description: string]>({
    code: 'schema/too-many',
    severity: 'error',
    summary: 'A text, list or mapping is too long.',
    why: 'The API server rejects the object.',
    fix: 'shorten it to the limit of the field',
    message: (most, found) => `must have at most ${most}, has ${found}`,
    help: (_most, _found, description) => description,
  }),
  duplicateEntry: defineFinding({
    code: 'schema/duplicate-entry',
    severity: 'error',
    summary: 'A list has an entry twice.',
    why: 'The API server rejects the object, because entries of the list have a key of their own.',
    fix: 'leave it out',
    message: (keys: readonly string[]) =>
      keys.length === 0
        ? 'the entry is a duplicate'
        : `the entry is a duplicate: another one has the same ${keys.join(', ')}`,
  }),
  noVariant: defineFinding<[shown: string, variants: readonly string[], description: string, bare?: number | boolean]>({
    code: 'schema/no-variant',
    severity: 'error',
    summary: 'A value is in none of the forms that its field takes.',
    why: 'The API server rejects the object.',
    fix: 'write the value in one of the forms of the field',
    message: (shown, variants) => `${shown} is ${neither(variants)}`,
    help: (_shown, _variants, description, bare) =>
      bare === undefined ? description : `write it without quotes: ${String(bare)}`,
    replacement: (_shown, _variants, _description, bare) => bare,
  }),
  statusIgnored: defineFinding({
    code: 'schema/status-ignored',
    severity: 'warning',
    summary: 'The status of an object is invalid and is ignored.',
    why: 'Assignments that the status holds are not taken over.',
    fix: 'remove the status: the API server drops it from a new object',
    message: (problem: string) => `the status is invalid and is ignored: ${problem}`,
  }),

  badName: defineFinding({
    code: 'manifest/bad-name',
    severity: 'error',
    summary: 'The name of an object is invalid.',
    why: 'The API server rejects the object.',
    fix: SUBDOMAIN,
    message: (name: string) => `${quote(name)} is not a valid name: it must be an RFC 1123 subdomain`,
  }),
  wrongName: defineFinding({
    code: 'manifest/wrong-name',
    severity: 'error',
    summary: 'An object of the kind must have another name.',
    why: 'The API server accepts one name for this kind, and rejects the object.',
    fix: 'write the name that the kind prescribes',
    message: (name: string, kind: string, only: string) =>
      `${quote(name)} is not the name of ${/^[AEIOU]/.test(kind) ? 'an' : 'a'} ${kind}: it must be '${only}'`,
    help: (_name, kind, only) => `write 'name: ${only}': a namespace has one ${kind}`,
  }),
  missingNamespace: defineFinding<[kind: string]>({
    code: 'manifest/missing-namespace',
    severity: 'error',
    summary: 'An object of a namespaced kind has no namespace.',
    why: 'kubectl would put it into whatever namespace is current; Weir knows none.',
    fix: 'set metadata.namespace',
    message: () => 'the object has no namespace',
    help: (kind) =>
      `set metadata.namespace: each ${kind} lives in one; or name that of its files in weir.yaml: \`sources: [{ files: GLOB, namespace: NAME }]\``,
  }),
  badNamespace: defineFinding({
    code: 'manifest/bad-namespace',
    severity: 'error',
    summary: 'The namespace of an object is invalid.',
    why: 'The API server rejects the object.',
    fix: 'write at most 63 lower case letters, digits and -, with a letter or digit at both ends',
    message: (namespace: string) => `${quote(namespace)} is not a valid namespace: it must be an RFC 1123 label`,
  }),
  needlessNamespace: defineFinding({
    code: 'manifest/needless-namespace',
    severity: 'warning',
    summary: 'An object of a cluster-wide kind has a namespace.',
    why: 'The object applies to the whole cluster, which the namespace hides from a reader.',
    fix: 'remove metadata.namespace',
    message: (kind: string) => `the namespace is ignored: ${kind} objects are cluster-wide`,
  }),
  badLabelKey: defineFinding({
    code: 'manifest/bad-label-key',
    severity: 'error',
    summary: 'The key of a label is invalid.',
    why: 'The API server rejects the object.',
    fix: QUALIFIED_NAME,
    message: (key: string) => `${quote(key)} is not a valid label key`,
  }),
  badLabelValue: defineFinding({
    code: 'manifest/bad-label-value',
    severity: 'error',
    summary: 'The value of a label is invalid.',
    why: 'The API server rejects the object.',
    fix: 'write at most 63 letters, digits, -, _ and ., with a letter or digit at both ends, or nothing',
    message: (value: string) => `${quote(value)} is not a valid label value`,
  }),
  badAnnotationKey: defineFinding({
    code: 'manifest/bad-annotation-key',
    severity: 'error',
    summary: 'The key of an annotation is invalid.',
    why: 'The API server rejects the object.',
    fix: QUALIFIED_NAME,
    message: (key: string) => `${quote(key)} is not a valid annotation key`,
  }),
  annotationsTooLong: defineFinding({
    code: 'manifest/annotations-too-long',
    severity: 'error',
    summary: 'The annotations of an object are too long.',
    why: 'The API server rejects the object.',
    fix: 'shorten or remove annotations',
    message: (bytes: number, limit: number) => `the annotations take ${bytes} bytes, more than the limit of ${limit}`,
  }),
  badFinalizer: defineFinding({
    code: 'manifest/bad-finalizer',
    severity: 'error',
    summary: 'A finalizer is invalid.',
    why: 'The API server rejects the object.',
    fix: QUALIFIED_NAME,
    message: (name: string) => `${quote(name)} is not a valid finalizer`,
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
    fix: 'write the apiVersion of the owner, for example apps/v1',
    message: (apiVersion: string) => `${quote(apiVersion)} has no version`,
  }),
  eventAsOwner: defineFinding({
    code: 'manifest/event-as-owner',
    severity: 'error',
    summary: 'An Event is the owner of an object.',
    why: 'The API server rejects the object.',
    fix: 'remove the owner reference',
    message: () => 'an Event cannot be the owner of an object',
  }),
  secondController: defineFinding({
    code: 'manifest/second-controller',
    severity: 'error',
    summary: 'An object has two controllers.',
    why: 'The API server rejects the object.',
    fix: 'set controller: true in one of the owner references only',
    message: () => 'only one owner can be the controller of an object',
  }),
  /** `first`: where the first one is, as a clause. */
  duplicate: defineFinding<[resource: string, first: string, sources?: readonly string[]]>({
    code: 'manifest/duplicate',
    severity: 'error',
    summary: 'An object is defined twice.',
    why: 'The cluster would get whichever is applied last.',
    fix: 'remove one of the two, or rename it',
    message: (resource, first, sources = []) =>
      `${resource} is defined more than once${sources.length > 0 ? `: by ${sources.join(' and ')}` : `, the first is ${first}`}`,
    help: (_resource, _first, sources = []) =>
      sources.length > 0
        ? 'keep one of them in `sources` of weir.yaml where they are for several clusters; else rename or remove one object'
        : 'remove one of the two, or rename it',
  }),
  invalidInInventory: defineFinding({
    code: 'inventory/invalid-object',
    severity: 'warning',
    summary: 'An object of the inventory is not one that an API server takes.',
    why: 'The object is ignored, so what it decides about traffic is not known.',
    fix: 'export it again; an API server holds no object like this',
    message: (why: string) => `the object does not count: ${why}`,
  }),
  moreFindings: defineFinding<[count: number, severity: Severity]>({
    code: 'manifest/more-findings',
    severity: { oneOf: ['error', 'rejected', 'warning'], choose: (_count, severity) => severity },
    summary: 'An object has more findings than are shown.',
    why: 'The rest may be consequences of the first ones, and would hide findings in other objects.',
    fix: 'fix the first ones: the others may be consequences',
    message: (count) => `… and ${count} more in this object`,
  }),
};

/** `shape`: what the value there must be, where it is something else. */
function didYouMean(word: string, choices: readonly string[], title: string, shape?: string): string {
  const meant = suggest(word, choices);
  if (meant === undefined) return choices.length === 0 ? `${title}: none` : `${title}: ${choices.join(', ')}`;
  return `did you mean '${meant}'${shape === undefined ? '' : `, which is ${shape}`}?`;
}

function oneOf(choices: readonly string[]): string {
  return choices.length === 1 ? choices.join() : `one of ${choices.join(', ')}`;
}

function neither(variants: readonly string[]): string {
  return variants.length === 2 ? `neither ${variants.join(' nor ')}` : `none of ${variants.join(', ')}`;
}
