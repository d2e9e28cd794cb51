import type { Finding } from '../model/diagnostic.js';

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
  unknownKind: (kind: string, apiVersion: string, suggestion: string | undefined): Finding => ({
    code: 'manifest/unknown-kind',
    severity: 'warning',
    message: `Weir does not know the kind ${kind} of ${apiVersion}: the object is ignored`,
    help: suggestion === undefined ? 'check the spelling of kind and apiVersion' : `did you mean ${suggestion}?`,
  }),
  nothingToCompile: (): Finding => ({
    code: 'manifest/nothing-to-compile',
    severity: 'error',
    message: 'none of the files holds an object that Weir compiles',
    help: 'check the path, and `manifests` in weir.yaml: an empty result is never taken for "delete everything"',
  }),
};
