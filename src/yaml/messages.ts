import type { Finding } from '../model/diagnostic.js';
import type { YamlProblem } from '../model/document.js';
import { LIMITS } from './parse.js';

/** What each sort of unreadable YAML means to its author. `%` stands for the problem's detail. */
const FACTS: Record<YamlProblem['fact'], { readonly message: string; readonly help: string }> = {
  syntax: {
    message: 'not readable as YAML: %',
    help: 'check the indentation (spaces, never tabs), quotes and brackets at and above this place',
  },
  'too-deep': {
    message: `nested more than ${LIMITS.depth} levels deep`,
    help: 'no Kubernetes object needs such nesting; split or flatten the document',
  },
  'duplicate-key': {
    message: "the key '%' is there twice in one mapping",
    help: 'keep one of the two: a reader that takes the last would silently drop the first',
  },
  'reserved-key': {
    message: "'%' cannot be a key",
    help: 'no Kubernetes field, label or annotation has this name; remove it',
  },
  'complex-key': {
    message: 'only text can be a key, not a mapping, a list, an alias or null',
    help: 'JSON has only strings as keys; quote the key if it is meant as text',
  },
  'unknown-tag': {
    message: "the YAML tag '%' has no meaning in a Kubernetes object",
    help: 'remove the tag, or quote the value if it is meant as text',
  },
  'unknown-alias': {
    message: "the alias '*%' has no anchor '&%' before it in this document",
    help: 'define the anchor earlier in the same document; anchors do not reach across `---`',
  },
  'too-many-aliases': {
    message: `aliases blow the document up by more than ${LIMITS.aliased} values`,
    help: 'write the repeated part out, or generate the manifests before Weir reads them',
  },
  'scalar-too-long': {
    message: 'one value of % characters',
    help: `a value has at most ${LIMITS.scalar} characters: etcd takes no larger object`,
  },
  'bad-merge': {
    message: '`<<` must be followed by a mapping or a list of mappings',
    help: 'merge with an alias of a mapping, for example `<<: *base`',
  },
  'not-finite': {
    message: '% is no number in JSON, which Kubernetes objects are',
    help: 'write a number, or quote the value if it is meant as text',
  },
  'wrong-tag': {
    message: 'this value is not what its tag % says',
    help: 'remove the tag, or write a value that it fits',
  },
  'bad-base64': {
    message: 'the tag !!binary promises base64, and this is none',
    help: 'encode the value again (groups of four characters, the last one filled up with `=`), or remove the tag',
  },
};

export const messages = {
  yaml: (fact: YamlProblem['fact'], detail: string): Finding => ({
    code: `yaml/${fact}`,
    severity: 'error',
    message: FACTS[fact].message.replaceAll('%', () => detail),
    help: FACTS[fact].help,
  }),
  ambiguousScalar: (text: string, value: string): Finding => ({
    code: 'yaml/ambiguous-scalar',
    severity: 'warning',
    message: `'${text}' means ${value} to kubectl and something else to other YAML readers`,
    help: `write ${value}, or "${text}" in quotes if it is meant as text`,
  }),
  mergeReplaces: (key: string): Finding => ({
    code: 'yaml/merge-replaces-key',
    severity: 'warning',
    message: `'<<' replaces '${key}', which is written above it, to kubectl, and not to other YAML readers`,
    help: 'put `<<` first in its mapping: what is written below it replaces what it merges, to every reader',
  }),
};
