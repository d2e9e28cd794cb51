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
    why: 'Weir does not compile the document.',
    fix: 'add apiVersion, kind, metadata and spec, or exclude the file from `manifests` in weir.yaml',
    message: (what: string) => `expected a Kubernetes object, found ${what}`,
  }),
  missingApiVersion: defineFinding({
    code: 'manifest/missing-api-version',
    severity: 'error',
    summary: 'An object has no apiVersion.',
    why: 'The API server rejects the object, and its kind is unknown.',
    fix: `set the apiVersion of the kind, for example \`apiVersion: ${API_VERSION}\``,
    message: (kind: string) => `missing field 'apiVersion' of this ${kind}`,
  }),
  missingKind: defineFinding({
    code: 'manifest/missing-kind',
    severity: 'error',
    summary: 'An object has no kind.',
    why: 'The API server rejects the object, and Weir cannot compile it.',
    fix: 'set its kind, for example `kind: EgressFirewall`',
    message: (apiVersion: string) => `missing field 'kind' of this object of ${apiVersion}`,
  }),
  missingName: defineFinding({
    code: 'manifest/missing-name',
    severity: 'error',
    summary: 'An object has no name.',
    why: 'The API server rejects the object.',
    fix: 'set metadata.name (`generateName` requires a live API server)',
    message: (kind: string) => `missing field 'metadata.name' of this ${kind}`,
  }),
  generatedName: defineFinding({
    code: 'inventory/generated-name',
    severity: 'warning',
    summary: 'An object of the inventory has generateName, but no name.',
    why: 'Weir ignores the object, because the API server generates its name.',
    fix: 'export the object from the cluster, with its name',
    message: (kind: string) => `missing field 'metadata.name', so this ${kind} with generateName is ignored`,
  }),
  unknownKind: defineFinding({
    code: 'manifest/unknown-kind',
    severity: 'warning',
    summary: 'The kind of an object is unknown.',
    why: 'Weir ignores the object, although it compiles other kinds of the API group.',
    fix: 'check the spelling of kind and apiVersion',
    message: (kind: string, apiVersion: string) => `unknown kind ${kind} of ${apiVersion}, so the object is ignored`,
    help: (kind) =>
      kind.endsWith('List')
        ? 'move the objects of the list to its field `items`'
        : 'check the spelling of kind and apiVersion',
  }),
  misspeltKind: defineFinding<[kind: string, apiVersion: string, meant: KindName]>({
    code: 'manifest/misspelt-kind',
    severity: 'error',
    summary: 'The kind of an object is unknown, but similar to a known kind.',
    why: 'Weir cannot compile the object.',
    fix: 'correct the spelling of the kind',
    message: (kind, apiVersion) => `unknown kind ${kind} of ${apiVersion}`,
    help: (_kind, _apiVersion, meant) => `did you mean ${meant.kind} of ${meant.apiVersion}?`,
    replacement: (kind, apiVersion, meant) =>
      apiVersion === meant.apiVersion && kind.toLowerCase() === meant.kind.toLowerCase() ? meant.kind : undefined,
  }),
  wrongApiVersion: defineFinding({
    code: 'manifest/wrong-api-version',
    severity: 'error',
    summary: 'An object of a compiled kind has a different apiVersion.',
    why: 'Weir supports one version of each kind, and the object may belong to a different project.',
    fix: 'set the apiVersion of the kind, or exclude the file from `manifests` in weir.yaml',
    message: (kind: string, apiVersion: string, meant: string) =>
      `apiVersion of ${kind} is ${apiVersion}, expected ${meant}`,
    help: (_kind, _apiVersion, meant) =>
      `set \`apiVersion: ${meant}\`, or exclude the file from \`manifests\` in weir.yaml if the object belongs to a different project`,
  }),
  unread: defineFinding({
    code: 'manifest/not-read',
    severity: 'warning',
    summary: 'Weir does not support objects of a different network plugin or gateway, which filter or route traffic.',
    why: 'Traces, expectations and comparisons do not show the effect of these objects.',
    fix: 'review the effect of these objects with the tools of their project',
    message: (one: Unread) => describeUnread(one),
  }),
  retiredKind: defineFinding<[kind: string, instead: string]>({
    code: 'manifest/retired-kind',
    severity: 'rejected',
    summary: 'An object is of a kind of OpenShift SDN, which OVN-Kubernetes does not read.',
    why: 'The object has no effect.',
    fix: 'migrate the object to the kind of OVN-Kubernetes that replaces it',
    message: (kind) => `${kind} is a kind of OpenShift SDN, which OVN-Kubernetes ignores, so the object is skipped`,
    help: (_kind, instead) => instead,
  }),
  otherNamespace: defineFinding({
    code: 'manifest/other-namespace',
    severity: 'error',
    summary: 'The namespace of an object differs from the namespace of its source.',
    why: 'kubectl rejects the object when it applies the source.',
    fix: 'remove metadata.namespace from the object, or namespace from the source in weir.yaml',
    message: (kind: string, own: string, namespace: string) =>
      `namespace of this ${kind} is ${own}, expected ${namespace}, the namespace of its source`,
  }),
  skippedFiles: defineFinding({
    code: 'manifest/skipped-files',
    severity: 'warning',
    summary: 'Files that a glob for all files matches are not manifests.',
    why: 'Weir does not compile them.',
    fix: 'set `manifests` in weir.yaml, so that Weir reads or reports every file',
    message: (paths: readonly string[]) =>
      `skipped ${plural(paths.length, 'file')} without valid YAML or supported objects: ${listNames(paths)}`,
  }),
  template: defineFinding({
    code: 'manifest/template',
    severity: 'rejected',
    summary: 'A Template of OpenShift has parameters without a value.',
    why: 'Weir cannot compile its objects without the values.',
    fix: 'set the values in weir.yaml: `sources: [{ files: GLOB, parameters: { NAME: value } }]`',
    message: (count: number, kinds: readonly string[], parameters: readonly string[]) =>
      `${parameters.length === 1 ? 'parameter' : 'parameters'} ${listNames(parameters)} ${parameters.length === 1 ? 'has' : 'have'} no value, so this Template with ${plural(count, 'object')} (${kinds.join(', ')}) is skipped`,
  }),
};
