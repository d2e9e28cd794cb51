import type { JsonObject } from '../../std/json.js';
import { headerSchema } from '../shared/object-schema.js';

const text = (description: string): JsonObject => ({ type: 'string', description });

const backend = (description: string): JsonObject => ({
  type: 'object',
  description,
  additionalProperties: false,
  properties: {
    service: {
      type: 'object',
      description: 'A Service of the namespace.',
      additionalProperties: false,
      required: ['name'],
      properties: {
        name: text('Name of the Service.'),
        port: {
          type: 'object',
          description: 'A port of the Service, by its name or its number.',
          additionalProperties: false,
          properties: {
            name: text('Name of the port.'),
            number: { type: 'integer', format: 'int32', description: 'Number of the port of the Service.' },
          },
        },
      },
    },
    resource: {
      type: 'object',
      description: 'Another object of the namespace, which OpenShift does not support.',
      additionalProperties: false,
      required: ['kind', 'name'],
      properties: { apiGroup: text('API group.'), kind: text('Kind.'), name: text('Name.') },
    },
  },
});

/** JSON Schema of an Ingress (networking.k8s.io/v1). */
export const ingressSchema: JsonObject = {
  type: 'object',
  description: 'Hosts and paths that lead to Services from outside of the cluster.',
  additionalProperties: false,
  properties: {
    ...headerSchema('networking.k8s.io/v1', 'Ingress', 'Name, namespace, labels and annotations.'),
    spec: {
      type: 'object',
      description: 'Desired state.',
      additionalProperties: false,
      properties: {
        ingressClassName: text('Name of the IngressClass whose controller serves the Ingress.'),
        defaultBackend: backend('Backend of requests that no rule matches.'),
        tls: {
          type: 'array',
          description: 'Certificates for hosts.',
          items: {
            type: 'object',
            description: 'The certificate of some hosts.',
            additionalProperties: false,
            properties: {
              hosts: { type: 'array', description: 'The hosts.', items: text('A host.') },
              secretName: text('Secret of type kubernetes.io/tls.'),
            },
          },
        },
        rules: {
          type: 'array',
          description: 'Rules for requests.',
          items: {
            type: 'object',
            description: 'The paths of a host.',
            additionalProperties: false,
            properties: {
              host: text('Host name (*.<domain>: all hosts of a domain).'),
              http: {
                type: 'object',
                description: 'Paths of HTTP.',
                additionalProperties: false,
                required: ['paths'],
                properties: {
                  paths: {
                    type: 'array',
                    minItems: 1,
                    description: 'The paths.',
                    items: {
                      type: 'object',
                      description: 'A path and its backend.',
                      additionalProperties: false,
                      required: ['pathType', 'backend'],
                      properties: {
                        path: text('The path.'),
                        pathType: {
                          type: 'string',
                          enum: ['Exact', 'Prefix', 'ImplementationSpecific'],
                          description: 'How the path is compared.',
                        },
                        backend: backend('The backend.'),
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
    status: { type: 'object', description: 'Addresses of the Ingress.', readOnly: true },
  },
};
