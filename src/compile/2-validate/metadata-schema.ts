import type { JsonObject } from '../../std/json.js';

const text = (description: string): JsonObject => ({ type: 'string', description });
const integer = (description: string): JsonObject => ({ type: 'integer', format: 'int64', description });
const time = (description: string): JsonObject => ({ type: 'string', format: 'date-time', description });

/**
 * JSON Schema of every object's metadata (`meta/v1` ObjectMeta): fields and types. `metadata.ts` checks the other
 * rules.
 */
export const metadataSchema: JsonObject = {
  type: 'object',
  description: 'Name, namespace, labels and annotations.',
  additionalProperties: false,
  properties: {
    name: text('Name of the object.'),
    generateName: text('Start of a name that the API server completes.'),
    namespace: text('Namespace of the object.'),
    selfLink: text('No longer used.'),
    uid: text('Identity that the API server gives.'),
    resourceVersion: text('Version that the API server gives.'),
    generation: integer('Number of changes of what is wanted.'),
    creationTimestamp: time('Creation time of the object.'),
    deletionTimestamp: time('When the deletion of the object was requested.'),
    deletionGracePeriodSeconds: integer('Seconds left to it after that.'),
    labels: {
      type: 'object',
      description: 'Labels, which selectors compare.',
      additionalProperties: text('Value of the label.'),
    },
    annotations: {
      type: 'object',
      description: 'Annotations, which tools read.',
      additionalProperties: text('Value of the annotation.'),
    },
    ownerReferences: {
      type: 'array',
      description: 'Objects that own this one.',
      items: {
        type: 'object',
        description: 'An owner.',
        additionalProperties: false,
        required: ['apiVersion', 'kind', 'name', 'uid'],
        properties: {
          apiVersion: { ...text('Group and version of the owner.'), minLength: 1 },
          kind: { ...text('Kind of the owner.'), minLength: 1 },
          name: { ...text('Name of the owner.'), minLength: 1 },
          uid: { ...text('Identity of the owner.'), minLength: 1 },
          controller: { type: 'boolean', description: 'Whether the owner manages the object.' },
          blockOwnerDeletion: { type: 'boolean', description: 'Whether the owner waits for the object to go.' },
        },
      },
    },
    finalizers: {
      type: 'array',
      description: 'What must happen before the object goes.',
      items: text('Name of a finalizer.'),
    },
    managedFields: {
      type: 'array',
      description: 'Who set which field.',
      items: {
        type: 'object',
        description: 'The fields of one manager.',
        additionalProperties: false,
        properties: {
          manager: text('Name of the manager.'),
          operation: text('Apply or Update.'),
          apiVersion: text('Version that the fields are written in.'),
          time: time('When it last set them.'),
          fieldsType: text('Format of the fields.'),
          fieldsV1: { type: 'object', description: 'The fields.' },
          subresource: text('Subresource that they were set through.'),
        },
      },
    },
  },
};
