import type { JsonObject } from '../../std/json.js';

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
/** Pattern of an RFC 1123 subdomain, as in names of hosts and objects. */
export const SUBDOMAIN = `^${LABEL}(\\.${LABEL})*$`;

/** JSON Schema of `ingressControllers` of weir.yaml. */
export const ingressControllersSchema: JsonObject = {
  type: 'array',
  maxItems: 64,
  description: 'Ingress controllers that serve Routes and Ingresses. Default: none, Weir only checks Routes.',
  items: {
    type: 'object',
    description: 'An ingress controller of OpenShift and its routers.',
    additionalProperties: false,
    required: ['name', 'domain'],
    properties: {
      name: { type: 'string', maxLength: 253, pattern: SUBDOMAIN, description: 'Its name, for example default.' },
      domain: {
        type: 'string',
        maxLength: 253,
        pattern: SUBDOMAIN,
        description: 'Domain of its hosts, for example apps.example.com.',
      },
      environment: {
        type: 'object',
        additionalProperties: { type: 'string', description: 'Value of the variable, in quotes.' },
        description: 'Variables of the routers, as in their Deployment. They override those of the operator.',
      },
      environmentDefaults: {
        enum: ['operator', 'none'],
        description: 'operator: the variables that the operator sets for this name and domain. Default: operator.',
      },
      defaultCertificate: {
        type: 'string',
        minLength: 1,
        description: 'File with the default certificate, without its key.',
      },
      serviceCA: {
        type: 'string',
        minLength: 1,
        description: 'File with the certificate of the authority that signs the certificates of Services.',
      },
      deniedSecrets: {
        type: 'array',
        items: { type: 'string', description: 'A Secret, as namespace/name.' },
        description: 'Secrets that the routers cannot read.',
      },
      keepInvalid: {
        type: 'boolean',
        description:
          'The cluster contains Routes that are older than the rules of the API server. Weir compiles them with a warning. Default: false.',
      },
    },
  },
};
