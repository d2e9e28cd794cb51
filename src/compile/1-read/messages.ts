import { defineFinding } from '../../model/catalogue.js';
import { listNames } from '../../std/list-text.js';
import { plural } from '../../std/plural.js';
import { type Unread, describeUnread } from '../../model/unread.js';
import type { KindName } from '../../model/kubernetes-object.js';
import { API_VERSION } from '../../ovn-kubernetes/api.js';

export const messages = {
  notAnObject: defineFinding({
    code: 'manifest/not-an-object',
    severity: 'error',
    summary: 'A document is not a Kubernetes object.',
    why: 'Something that was meant to be compiled may be missing.',
    fix: 'write apiVersion, kind, metadata and spec, or exclude the file from `manifests` in weir.yaml',
    message: (what: string) => `the document is ${what}, not a mapping: it is not a Kubernetes object`,
  }),
  missingApiVersion: defineFinding({
    code: 'manifest/missing-api-version',
    severity: 'error',
    summary: 'An object has no apiVersion.',
    why: 'The API server rejects it, and its kind is not known.',
    fix: `write the apiVersion of the kind, for example \`apiVersion: ${API_VERSION}\``,
    message: (kind: string) => `this ${kind} has no apiVersion`,
  }),
  missingKind: defineFinding({
    code: 'manifest/missing-kind',
    severity: 'error',
    summary: 'An object has no kind.',
    why: 'The API server rejects it, and what it means is not known.',
    fix: 'write its kind, for example `kind: EgressFirewall`',
    message: (apiVersion: string) => `this object of ${apiVersion} has no kind`,
  }),
  missingName: defineFinding({
    code: 'manifest/missing-name',
    severity: 'error',
    summary: 'An object has no name.',
    why: 'The API server rejects it, and nothing can refer to it.',
    fix: 'set metadata.name; `generateName` works only with a live API server',
    message: (kind: string) => `this ${kind} has no metadata.name`,
  }),
  generatedName: defineFinding({
    code: 'inventory/generated-name',
    severity: 'warning',
    summary: 'The API server generates the name of an object.',
    why: 'Without its name, the object cannot be matched with others, so it is ignored.',
    fix: 'export the object with its name, if it is to count',
    message: (kind: string) => `this ${kind} has generateName and no metadata.name: it is ignored`,
  }),
  unknownKind: defineFinding({
    code: 'manifest/unknown-kind',
    severity: 'warning',
    summary: 'Weir does not know the kind of an object.',
    why: 'The object is ignored, although it belongs to an API group that Weir compiles.',
    fix: 'check the spelling of kind and apiVersion',
    message: (kind: string, apiVersion: string) => `unknown kind ${kind} of ${apiVersion}: the object is ignored`,
    help: (kind) =>
      kind.endsWith('List')
        ? 'write the objects of the list into its field `items`'
        : 'check the spelling of kind and apiVersion',
  }),
  misspeltKind: defineFinding<[kind: string, apiVersion: string, meant: KindName]>({
    code: 'manifest/misspelt-kind',
    severity: 'error',
    summary: 'The kind of an object does not exist, and resembles one that does.',
    why: 'The object would be ignored silently.',
    fix: 'correct the spelling of the kind',
    message: (kind, apiVersion) => `unknown kind ${kind} of ${apiVersion}`,
    help: (_kind, _apiVersion, meant) => `did you mean ${meant.kind} of ${meant.apiVersion}?`,
    replacement: (kind, apiVersion, meant) =>
      apiVersion === meant.apiVersion && kind.toLowerCase() === meant.kind.toLowerCase() ? meant.kind : undefined,
  }),
  wrongApiVersion: defineFinding({
    code: 'manifest/wrong-api-version',
    severity: 'error',
    summary: 'An object of a compiled kind has another apiVersion than the kind.',
    why: 'Weir reads one version of each kind; the object may be of another project.',
    fix: 'write the apiVersion of the kind, or leave the file out of `manifests` in weir.yaml',
    message: (kind: string, apiVersion: string, meant: string) =>
      `${apiVersion} is not the apiVersion of ${kind}: Weir reads ${meant}`,
    help: (_kind, _apiVersion, meant) =>
      `write \`apiVersion: ${meant}\`; if the object belongs to another project, exclude its file from \`manifests\` in weir.yaml`,
  }),
  unread: defineFinding({
    code: 'manifest/not-read',
    severity: 'warning',
    summary: 'Objects of another network plugin or gateway filter or route traffic, and Weir does not read them.',
    why: 'Answers about traffic lack what these objects decide.',
    fix: 'review what these objects do with the tools of their project',
    message: (one: Unread) => describeUnread(one),
  }),
  retiredKind: defineFinding<[kind: string, instead: string]>({
    code: 'manifest/retired-kind',
    severity: 'rejected',
    summary: 'An object is of a kind of OpenShift SDN, which OVN-Kubernetes does not read.',
    why: 'The object has no effect, although its author relies on it.',
    fix: 'migrate the object to the kind of OVN-Kubernetes that took its place',
    message: (kind) => `${kind} is a kind of OpenShift SDN, which OVN-Kubernetes ignores: the object is left out`,
    help: (_kind, instead) => instead,
  }),
  otherNamespace: defineFinding({
    code: 'manifest/other-namespace',
    severity: 'error',
    summary: 'An object names another namespace than its source.',
    why: 'With the namespace of the source, kubectl rejects the object.',
    fix: 'remove metadata.namespace from the object, or namespace from the source in weir.yaml',
    message: (kind: string, own: string, namespace: string) =>
      `this ${kind} is in the namespace ${own}, but its source is for ${namespace}`,
  }),
  skippedFiles: defineFinding({
    code: 'manifest/skipped-files',
    severity: 'warning',
    summary: 'Files that a glob for all files has found do not look like manifests.',
    why: 'If one of them is meant to be compiled, it is missing.',
    fix: 'name the manifests in `manifests` of weir.yaml: then every file is read, or reported',
    message: (paths: readonly string[]) =>
      `${plural(paths.length, 'file')} cannot be read as YAML and ${paths.length === 1 ? 'names' : 'name'} no object that Weir reads: ${listNames(paths)}`,
  }),
  template: defineFinding({
    code: 'manifest/template',
    severity: 'rejected',
    summary: 'A Template of OpenShift has parameters without a value.',
    why: 'Its objects exist only after its parameters are filled in.',
    fix: 'give the values in weir.yaml: `sources: [{ files: GLOB, parameters: { NAME: value } }]`',
    message: (count: number, kinds: readonly string[], parameters: readonly string[]) =>
      `this Template is left out: it contains ${plural(count, 'object')} that Weir compiles (${kinds.join(', ')}), but ${listNames(parameters)} ${parameters.length === 1 ? 'has' : 'have'} no value`,
  }),
};
