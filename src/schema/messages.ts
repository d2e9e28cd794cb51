import type { Messages } from '../kinds/kind.js';
import type { Finding, Severity } from '../model/diagnostic.js';
import { quote } from '../std/quote.js';
import { suggest } from './suggest.js';

/** All that this phase can say of an object, by code. Texts of the input come in as written and are quoted here. */
export const messages = {
  unknownField: (field: string, known: readonly string[]) =>
    error('schema/unknown-field', `unknown field ${quote(field)}`, didYouMean(field, known, 'known fields')),
  missingField: (field: string, description: string) =>
    error('schema/missing-field', `the field '${field}' is missing`, `${field}: ${description}`),
  /** `wanted` and `found` with their articles: `a string`, `the number 3`. */
  wrongType: (wanted: string, found: string, advice: string) =>
    error('schema/wrong-type', `must be ${wanted}, is ${found}`, advice),
  notAChoice: (shown: string, word: string, choices: readonly string[]) =>
    error('schema/not-a-choice', `${shown} is not ${oneOf(choices)}`, didYouMean(word, choices, 'choices')),
  badPattern: (text: string, pattern: string, description: string) =>
    error(
      'schema/bad-pattern',
      `${quote(text)} does not have the right form`,
      // A longer pattern tells a reader less than nothing.
      pattern.length > 80 ? description : `${description} Pattern: ${pattern}`,
    ),
  badFormat: (shown: string, format: string, advice: string) =>
    error('schema/bad-format', `${shown} is not ${format}`, advice),
  /** `limits` continues "must be": `between 1 and 65535`, `at least 0`. */
  outOfRange: (shown: string, limits: string, description: string) =>
    error('schema/out-of-range', `must be ${limits}, is ${shown}`, description),
  tooFew: (least: string, found: number, description: string) =>
    error('schema/too-few', `must have at least ${least}, has ${found === 0 ? 'none' : found}`, description),
  tooMany: (most: string, found: number, description: string) =>
    error('schema/too-many', `must have at most ${most}, has ${found}`, description),
  duplicateEntry: (keys: readonly string[]) =>
    error(
      'schema/duplicate-entry',
      keys.length === 0
        ? 'this entry is in the list already'
        : `an entry with the same ${keys.join(', ')} is in the list already`,
      'leave it out',
    ),
  noVariant: (shown: string, variants: readonly string[], description: string) =>
    error('schema/no-variant', `${shown} is ${neither(variants)}`, description),
  statusIgnored: (problem: string): Finding => ({
    code: 'schema/status-ignored',
    severity: 'warning',
    message: `the status is not sound and is ignored: ${problem}`,
    help: 'the API server drops the status of a new object; leave it out',
  }),

  missingName: () =>
    error('manifest/missing-name', 'the object has no name', 'set metadata.name; names are never generated'),
  badName: (name: string) =>
    error('manifest/bad-name', `${quote(name)} is not a valid name: it must be an RFC 1123 subdomain`, SUBDOMAIN),
  wrongName: (name: string, kind: string, only: string) =>
    error(
      'manifest/wrong-name',
      `an object of kind ${kind} must be named '${only}', not ${quote(name)}`,
      `write 'name: ${only}': a namespace has one ${kind}`,
    ),
  missingNamespace: (kind: string) =>
    error(
      'manifest/missing-namespace',
      'the object has no namespace',
      `set metadata.namespace: each ${kind} lives in one`,
    ),
  badNamespace: (namespace: string) =>
    error(
      'manifest/bad-namespace',
      `${quote(namespace)} is not a valid namespace: it must be an RFC 1123 label`,
      'write at most 63 lower case letters, digits and -, with a letter or digit at both ends',
    ),
  needlessNamespace: (kind: string): Finding => ({
    code: 'manifest/needless-namespace',
    severity: 'warning',
    message: `objects of kind ${kind} are cluster-wide; the namespace is ignored`,
    help: 'remove metadata.namespace',
  }),
  badLabelKey: (key: string) =>
    error('manifest/bad-label-key', `${quote(key)} is not a valid label key`, QUALIFIED_NAME),
  badLabelValue: (value: string) =>
    error(
      'manifest/bad-label-value',
      `${quote(value)} is not a valid label value`,
      'write at most 63 letters, digits, -, _ and ., with a letter or digit at both ends, or nothing',
    ),
  badAnnotationKey: (key: string) =>
    error('manifest/bad-annotation-key', `${quote(key)} is not a valid annotation key`, QUALIFIED_NAME),
  annotationsTooLong: (bytes: number, limit: number) =>
    error(
      'manifest/annotations-too-long',
      `the annotations take ${bytes} bytes, more than the ${limit} that are allowed`,
      'shorten or remove annotations',
    ),
  badFinalizer: (name: string) =>
    error('manifest/bad-finalizer', `${quote(name)} is not a valid finalizer`, QUALIFIED_NAME),
  opposedFinalizers: () =>
    error(
      'manifest/opposed-finalizers',
      'the finalizers orphan and foregroundDeletion exclude each other',
      'keep one of the two',
    ),
  ownerWithoutVersion: (apiVersion: string) =>
    error(
      'manifest/owner-without-version',
      `${quote(apiVersion)} has no version`,
      'write the apiVersion of the owner, for example apps/v1',
    ),
  eventAsOwner: () =>
    error('manifest/event-as-owner', 'an Event cannot be the owner of an object', 'remove the owner reference'),
  secondController: () =>
    error(
      'manifest/second-controller',
      'only one owner can be the controller of an object',
      'leave controller: true to one of the owner references',
    ),
  duplicate: (resource: string) =>
    error('manifest/duplicate', `${resource} is defined twice`, 'remove one of the two, or rename it'),
  moreFindings: (count: number, severity: Severity): Finding => ({
    code: 'manifest/more-findings',
    severity,
    message: `… and ${count} more in this object`,
    help: 'mend the first ones; the rest may go with them',
  }),
} satisfies Messages;

const SUBDOMAIN =
  'write at most 253 lower case letters, digits, - and ., each part between dots with a letter or digit at both ends';
const QUALIFIED_NAME =
  'write a name of at most 63 letters, digits, -, _ and ., with a letter or digit at both ends; before it there may be ' +
  'a DNS subdomain and a /';

function error(code: string, message: string, help: string): Finding {
  return { code, severity: 'error', message, help };
}

function didYouMean(word: string, choices: readonly string[], title: string): string {
  const meant = suggest(word, choices);
  return meant === undefined ? `${title}: ${choices.join(', ')}` : `did you mean '${meant}'?`;
}

function oneOf(choices: readonly string[]): string {
  return choices.length === 1 ? choices.join() : `one of ${choices.join(', ')}`;
}

function neither(variants: readonly string[]): string {
  return variants.length === 2 ? `neither ${variants.join(' nor ')}` : `none of ${variants.join(', ')}`;
}
