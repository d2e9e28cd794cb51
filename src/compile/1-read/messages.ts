import type { Finding } from '../../model/diagnostic.js';
import type { KindName } from './known-kinds.js';

export const messages = {
  notAnObject: (what: string): Finding => ({
    code: 'manifest/not-an-object',
    severity: 'error',
    message: `a Kubernetes object is a mapping, this is ${what}`,
    help: 'write apiVersion, kind, metadata and spec, or leave the file out of `manifests` in weir.yaml',
  }),
  missingApiVersion: (kind: string): Finding => ({
    code: 'manifest/missing-api-version',
    severity: 'error',
    message: `this ${kind} has no apiVersion`,
    help: 'write the apiVersion that the kind belongs to, for example `apiVersion: k8s.ovn.org/v1`',
  }),
  missingKind: (apiVersion: string): Finding => ({
    code: 'manifest/missing-kind',
    severity: 'error',
    message: `an object of ${apiVersion} without a kind`,
    help: 'write its kind, for example `kind: EgressFirewall`',
  }),
  missingName: (kind: string): Finding => ({
    code: 'manifest/missing-name',
    severity: 'error',
    message: `this ${kind} has no metadata.name`,
    help: 'every object needs a name of its own; `generateName` works only with a live API server',
  }),
  unknownKind: (kind: string, apiVersion: string): Finding => ({
    code: 'manifest/unknown-kind',
    severity: 'warning',
    message: `Weir does not know the kind ${kind} of ${apiVersion}: the object is ignored`,
    help: 'check the spelling of kind and apiVersion',
  }),
  misspeltKind: (kind: string, apiVersion: string, meant: KindName): Finding => ({
    code: 'manifest/misspelt-kind',
    severity: 'error',
    message: `there is no kind ${kind} of ${apiVersion}`,
    help: `did you mean ${meant.kind} of ${meant.apiVersion}?`,
  }),
  wrongApiVersion: (kind: string, apiVersion: string, meant: string): Finding => ({
    code: 'manifest/wrong-api-version',
    severity: 'error',
    message: `Weir reads the kind ${kind} of ${meant}, not of ${apiVersion}`,
    help: `write \`apiVersion: ${meant}\`; if this is an object of another project, leave its file out of \`manifests\` in weir.yaml`,
  }),
  retiredKind: (kind: string, instead: string): Finding => ({
    code: 'manifest/retired-kind',
    severity: 'rejected',
    message: `${kind} is a kind of OpenShift SDN: OVN-Kubernetes does nothing with it, and the object is left out`,
    help: instead,
  }),
  template: (count: number, kinds: readonly string[]): Finding => ({
    code: 'manifest/template',
    severity: 'rejected',
    message: `this Template holds ${count} ${count === 1 ? 'object' : 'objects'} that Weir compiles (${kinds.join(', ')}), and is left out: only OpenShift fills in its parameters`,
    help: 'compile what `oc process --local -o yaml -f <file>` prints, and leave the Template out of `manifests` in weir.yaml',
  }),
};
