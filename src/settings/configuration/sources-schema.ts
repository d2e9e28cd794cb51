import type { JsonObject } from '../../std/json.js';

const path = (description: string): JsonObject => ({ type: 'string', minLength: 1, description });

/** JSON Schema of `sources` of weir.yaml. Each entry has one type. */
export const sourcesSchema: JsonObject = {
  type: 'array',
  maxItems: 500,
  description:
    'Manifests that a tool renders, or that need a default namespace. Paths are relative to weir.yaml. If `manifests` is unset, Weir reads nothing else.',
  items: {
    type: 'object',
    description: 'One source: a kustomization, a chart or files.',
    additionalProperties: false,
    minProperties: 1,
    properties: {
      kustomize: path('Folder of a kustomization, which kubectl renders.'),
      helm: path('Folder of a chart, which helm renders.'),
      files: path('Glob of files with manifests or OpenShift Templates.'),
      values: {
        type: 'array',
        items: { type: 'string', minLength: 1 },
        description: 'Of a chart: files with values, a later one before an earlier one.',
      },
      release: {
        type: 'string',
        pattern: '^[a-z0-9]([a-z0-9-]{0,51}[a-z0-9])?$',
        description: 'Of a chart: the name of the release. Default: release.',
      },
      parameters: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'Of files: values of the parameters of OpenShift Templates in them.',
      },
      namespace: {
        type: 'string',
        pattern: '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$',
        description: 'Namespace of objects that name none, as `kubectl --namespace` has it.',
      },
    },
    oneOf: ['kustomize', 'helm', 'files'].map((sort) => ({ required: [sort], properties: { [sort]: {} } })),
  },
};
