import { type FindingMaker, defineFinding } from '../model/catalogue.js';
import type { YamlProblem } from '../model/document.js';
import { LIMITS } from './parse.js';

const CHECK_SYNTAX = 'check the indentation (spaces, never tabs), quotes and brackets at and above this place';
const RENDER_FIRST =
  'with {{ the document is a template: name its chart in weir.yaml, `sources: [{ helm: FOLDER }]`, or what it is rendered to';

/** What is reported of unreadable YAML, by fact; `text` is the document. */
export const messages: Readonly<Record<YamlProblem['fact'], FindingMaker<[detail: string, text?: string]>>> = {
  syntax: defineFinding<[detail: string, text?: string]>({
    code: 'yaml/syntax',
    severity: 'error',
    summary: 'A document is not valid YAML.',
    why: 'Nothing in it can be read, so nothing is compiled.',
    mend: CHECK_SYNTAX,
    message: (detail) => `invalid YAML: ${detail}`,
    help: (_detail, text) => (text?.includes('{{') === true ? RENDER_FIRST : CHECK_SYNTAX),
  }),
  'too-deep': defineFinding({
    code: 'yaml/too-deep',
    severity: 'error',
    summary: 'A document is nested too deep.',
    why: 'A limit protects Weir from documents that are made to exhaust memory.',
    mend: 'split or flatten the document: no Kubernetes object needs such nesting',
    message: () => `nested more than ${LIMITS.depth} levels deep`,
  }),
  'duplicate-key': defineFinding({
    code: 'yaml/duplicate-key',
    severity: 'error',
    summary: 'A key is twice in one mapping.',
    why: 'Readers disagree about which of the two counts.',
    mend: 'remove one of the two: readers disagree about which one counts',
    message: (detail: string) => `duplicate key '${detail}'`,
  }),
  'reserved-key': defineFinding({
    code: 'yaml/reserved-key',
    severity: 'error',
    summary: 'A text cannot be a key.',
    why: 'JavaScript gives this name a meaning of its own, and no field of Kubernetes has it.',
    mend: 'remove the key: no Kubernetes field, label or annotation has this name',
    message: (detail: string) => `'${detail}' cannot be a key`,
  }),
  'complex-key': defineFinding({
    code: 'yaml/complex-key',
    severity: 'error',
    summary: 'A key is not a text.',
    why: 'Kubernetes objects are JSON, whose keys are strings.',
    mend: 'quote the key if it is meant as text',
    message: () => 'a key must be a string, not a mapping, a list, an alias or null',
  }),
  'unknown-tag': defineFinding({
    code: 'yaml/unknown-tag',
    severity: 'error',
    summary: 'A YAML tag has no meaning in a Kubernetes object.',
    why: 'Kubernetes objects are JSON, which has no types of its own.',
    mend: 'remove the tag, or quote the value if it is meant as text',
    message: (detail: string) => `the YAML tag '${detail}' has no meaning in a Kubernetes object`,
  }),
  'unknown-alias': defineFinding({
    code: 'yaml/unknown-alias',
    severity: 'error',
    summary: 'An alias has no anchor before it.',
    why: 'The value that it stands for is not known.',
    mend: 'define the anchor earlier in the same document; anchors do not reach across `---`',
    message: (detail: string) => `the alias '*${detail}' has no anchor '&${detail}' before it in this document`,
  }),
  'too-many-aliases': defineFinding({
    code: 'yaml/too-many-aliases',
    severity: 'error',
    summary: 'Aliases expand a document beyond a limit.',
    why: 'A limit protects Weir from documents that are made to exhaust memory.',
    mend: 'write the repeated part out, or generate the manifests before Weir reads them',
    message: () => `aliases expand the document by more than ${LIMITS.aliased} values`,
  }),
  'scalar-too-long': defineFinding({
    code: 'yaml/scalar-too-long',
    severity: 'error',
    summary: 'A value is too long.',
    why: 'The API server cannot store it.',
    mend: `shorten the value to ${LIMITS.scalar} characters: etcd stores no larger object`,
    message: (detail: string) => `a value of ${detail} characters is too long`,
  }),
  'bad-merge': defineFinding({
    code: 'yaml/bad-merge',
    severity: 'error',
    summary: 'A merge key has a value that cannot be merged.',
    why: 'Only mappings have fields to merge.',
    mend: 'merge with an alias of a mapping, for example `<<: *base`',
    message: () => '`<<` must be followed by a mapping or a list of mappings',
  }),
  'not-finite': defineFinding({
    code: 'yaml/not-finite',
    severity: 'error',
    summary: 'A number is not finite.',
    why: 'JSON, and so the API server, has no such numbers.',
    mend: 'write a number, or quote the value if it is meant as text',
    message: (detail: string) => `${detail} is not a JSON number`,
  }),
  'wrong-tag': defineFinding({
    code: 'yaml/wrong-tag',
    severity: 'error',
    summary: 'A value does not fit its tag.',
    why: 'The tag promises a type that the value does not have.',
    mend: 'remove the tag, or write a value that it fits',
    message: (detail: string) => `the value does not fit its tag ${detail}`,
  }),
  'bad-base64': defineFinding({
    code: 'yaml/bad-base64',
    severity: 'error',
    summary: 'A value that is tagged as base64 is not base64.',
    why: 'The bytes that it stands for are not known.',
    mend: 'encode the value again (groups of four characters, the last one filled up with `=`), or remove the tag',
    message: () => 'the value is not base64, as its tag !!binary requires',
  }),
};
