import type { JsonObject } from '../../std/json.js';

/**
 * JSON Schema of a label selector (`meta/v1` LabelSelector) as custom resource definitions carry it: the operator is a
 * free string there, and only the controllers refuse a wrong one. Spread it to add the `description` of the field.
 */
export const labelSelectorSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: {
    matchLabels: {
      type: 'object',
      description: 'Labels that must all be there with exactly these values.',
      additionalProperties: { type: 'string', description: 'The value that the label must have.' },
    },
    matchExpressions: {
      type: 'array',
      description: 'Requirements on labels that must all hold.',
      items: {
        type: 'object',
        description: 'A requirement on one label.',
        additionalProperties: false,
        required: ['key', 'operator'],
        properties: {
          key: { type: 'string', description: 'Key of the label.' },
          operator: { type: 'string', description: 'In, NotIn, Exists or DoesNotExist.' },
          values: {
            type: 'array',
            description: 'Values to compare with: at least one for In and NotIn, none for Exists and DoesNotExist.',
            items: { type: 'string', description: 'A label value.' },
          },
        },
      },
    },
  },
};

/**
 * Schema of a label selector in a kind of the API server itself. It keeps a null among the labels, as an empty value,
 * which is pruned in custom resources.
 */
export const storedSelectorSchema: JsonObject = {
  ...labelSelectorSchema,
  properties: {
    ...(labelSelectorSchema.properties as JsonObject),
    matchLabels: {
      type: 'object',
      description: 'Labels that must all be there with exactly these values.',
      additionalProperties: { type: 'string', nullable: true, description: 'The value that the label must have.' },
    },
  },
};
