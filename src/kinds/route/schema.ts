import type { JsonObject } from '../../std/json.js';
import { headerSchema } from '../shared/object-schema.js';

const text = (description: string): JsonObject => ({ type: 'string', description });

const target = (description: string): JsonObject => ({
  type: 'object',
  description,
  additionalProperties: false,
  properties: {
    kind: text('Kind of the target: Service.'),
    name: text('Name of the Service.'),
    weight: {
      type: 'integer',
      format: 'int32',
      description: 'Share of the requests, from 0 to 256, against the weights of the other Services. Default: 100.',
    },
  },
});

const headerActions = (side: string): JsonObject => ({
  type: 'array',
  description: `Actions on headers of ${side}, in this order.`,
  items: {
    type: 'object',
    description: 'Action for one header.',
    additionalProperties: false,
    properties: {
      name: text('Name of the header.'),
      action: {
        type: 'object',
        description: 'The action.',
        additionalProperties: false,
        properties: {
          type: text('Set or Delete.'),
          set: {
            type: 'object',
            description: 'The new header.',
            additionalProperties: false,
            properties: { value: text('Value of the header. %[req.hdr(…)] is the value of another header.') },
          },
        },
      },
    },
  },
});

const tls: JsonObject = {
  type: 'object',
  description: 'Encryption of connections (default: none).',
  additionalProperties: false,
  properties: {
    termination: text('edge, reencrypt or passthrough: the end of the encryption of the client.'),
    certificate: text('Certificate in PEM, followed by the intermediate ones.'),
    key: text('Private key in PEM. A key does not belong in a repository: use externalCertificate.'),
    caCertificate: text('CA certificates in PEM that complete the chain of the certificate.'),
    destinationCACertificate: text('CA certificates in PEM that sign the certificates of the servers.'),
    insecureEdgeTerminationPolicy: text('None, Allow or Redirect: what happens to plain HTTP.'),
    externalCertificate: {
      type: 'object',
      description: 'Secret with the certificate and its key.',
      additionalProperties: false,
      properties: { name: text('Name of a Secret of type kubernetes.io/tls in the namespace.') },
    },
  },
};

const status: JsonObject = {
  type: 'object',
  description: 'State that the routers decided.',
  readOnly: true,
  additionalProperties: false,
  properties: {
    ingress: {
      type: 'array',
      description: 'One entry for each ingress controller that selects the Route.',
      items: {
        type: 'object',
        description: 'State that one router decided.',
        additionalProperties: false,
        properties: {
          host: text('Host of the Route.'),
          routerName: text('Name of the ingress controller.'),
          routerCanonicalHostname: text('Host name of its routers.'),
          wildcardPolicy: text('None or Subdomain.'),
          conditions: {
            type: 'array',
            description: 'Whether the Route is served.',
            items: {
              type: 'object',
              description: 'A condition.',
              additionalProperties: false,
              properties: {
                type: text('Admitted.'),
                status: text('True, False or Unknown.'),
                reason: text('Why, in one word.'),
                message: text('Why, in a sentence.'),
                lastTransitionTime: text('When status last changed.'),
              },
            },
          },
        },
      },
    },
  },
};

/** JSON Schema of a Route (route.openshift.io/v1): fields and types. Rules on values are those of the API server in `src/ingress`. */
export const routeSchema: JsonObject = {
  type: 'object',
  description: 'A host and path that leads to Services from outside of the cluster.',
  additionalProperties: false,
  required: ['spec'],
  properties: {
    ...headerSchema('route.openshift.io/v1', 'Route', 'Name, namespace, labels and annotations.'),
    spec: {
      type: 'object',
      description: 'Desired state.',
      additionalProperties: false,
      properties: {
        host: text('Host name. Default: the cluster generates one from the name and namespace.'),
        subdomain: text('Host name without the domain of the ingress controller.'),
        path: text('Prefix of the paths of requests. Default: all paths.'),
        to: target('The Service that gets the requests.'),
        alternateBackends: {
          type: 'array',
          description: 'Up to three more Services.',
          items: target('A Service that gets a share of the requests.'),
        },
        port: {
          type: 'object',
          description: 'Port of the endpoints. Default: every port.',
          additionalProperties: false,
          properties: {
            targetPort: {
              anyOf: [
                { type: 'integer', format: 'int32', description: 'a number' },
                { type: 'string', description: 'a name' },
              ],
              description: 'Number or name of a port of the endpoints, not of the Service.',
            },
          },
        },
        tls,
        wildcardPolicy: text('Subdomain for all hosts in the domain of the host, else None.'),
        httpHeaders: {
          type: 'object',
          description: 'Changes to headers.',
          additionalProperties: false,
          properties: {
            actions: {
              type: 'object',
              description: 'Actions on headers.',
              additionalProperties: false,
              properties: { request: headerActions('requests'), response: headerActions('responses') },
            },
          },
        },
      },
    },
    status,
  },
};
