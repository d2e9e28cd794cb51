import type { JsonObject } from '../std/json.js';

/** Protocol and port: `443/TCP`, `8000-8100/UDP`, `SCTP`. */
export const PORTS = '^(?:[0-9]{1,5}(?:-[0-9]{1,5})?/)?(?:TCP|UDP|SCTP)$';

const text = (description: string): JsonObject => ({ type: 'string', minLength: 1, maxLength: 253, description });
const texts = (description: string): JsonObject => ({
  type: 'array',
  minItems: 1,
  maxItems: 1000,
  items: { type: 'string', maxLength: 253, description },
  description,
});
const labels = (whose: string): JsonObject => ({
  type: 'object',
  minProperties: 1,
  additionalProperties: { type: 'string', description: 'Value of the label, in quotes.' },
  description: `Labels that ${whose} has.`,
});
const yes = (description: string): JsonObject => ({ const: true, description });

/** Words that stand for a peer. */
export const END_WORDS = ['outside', 'anywhere'] as const;

/** JSON Schema of a peer that is written as a mapping. */
export const endSchema: JsonObject = {
  type: 'object',
  description:
    'Pods (namespace, namespace-labels, labels), a service, a cidr, a DNS name or a peer. ports limits the ports.',
  additionalProperties: false,
  minProperties: 1,
  properties: {
    namespace: text('Pods of this namespace.'),
    'namespace-labels': labels('the namespace of the pods'),
    labels: labels('the pod'),
    service: text('A Service, as namespace/name: all of its endpoints.'),
    cidr: text('A network or an address, for example 203.0.113.0/24.'),
    name: text('A DNS name: its pinned answers, or else the rules for the name.'),
    peer: text('A peer as on the command line, for example shop/web, deployment/shop/web or app=web.'),
    ports: {
      type: 'array',
      minItems: 1,
      maxItems: 1000,
      items: { type: 'string', pattern: PORTS, description: '443/TCP, 8000-8100/UDP, SCTP.' },
      description: 'Destination ports: 443/TCP, 8000-8100/UDP, SCTP. Default: every protocol and port.',
    },
  },
};

const anyEnd: JsonObject = {
  description:
    'Source or destination of the packets: outside, anywhere, a peer such as shop/web or app=web, or a mapping.',
  anyOf: [
    {
      enum: [...END_WORDS],
      description:
        'outside: all addresses that belong neither to the networks of the cluster nor to a node. anywhere: these, those of nodes, and all pods.',
    },
    { type: 'string', minLength: 1, maxLength: 253 },
    endSchema,
  ],
};

/** Schema of the file for editors, including that of peers. */
export const expectationsEditorSchema = schemaOf(anyEnd);

/**
 * Schema of the file without that of peers. Each peer is validated by `endSchema` separately, which gives more precise
 * messages.
 */
export const expectationsSchema = schemaOf({});

function schemaOf(end: JsonObject): JsonObject {
  const ends = (description: string): JsonObject => ({
    type: 'array',
    minItems: 1,
    maxItems: 1000,
    items: end,
    description,
  });
  return {
    type: 'object',
    description: 'Statements about traffic that must stay true.',
    additionalProperties: false,
    properties: {
      expectations: {
        type: 'array',
        maxItems: 100_000,
        description: 'Expectations, each for all selected packets and pods.',
        items: {
          type: 'object',
          description: 'One expectation. All its fields must hold.',
          additionalProperties: false,
          required: ['name'],
          properties: {
            name: text('Short unique name of the expectation.'),
            from: end,
            to: end,
            reachable: yes('true: every packet passes all filters.'),
            unreachable: yes('true: no packet does.'),
            only: ends('Of `to`, no packet passes but to these.'),
            'only-from': ends('Of `from`, no packet passes but from these.'),
            source: texts('Source addresses of packets that leave the cluster (node: that of the node).'),
            node: texts('Nodes where packets leave the cluster.'),
            'next-hop': texts('Next hops of packets that leave the cluster.'),
            dscp: { type: 'integer', minimum: 0, maximum: 63, description: 'DSCP value of packets.' },
            egressIPs: {
              type: 'object',
              description: 'EgressIPs that keep an address when nodes fail.',
              additionalProperties: false,
              required: ['names', 'survive'],
              properties: {
                names: texts('Names of EgressIPs (*: any characters).'),
                survive: { const: 1, description: '1: any single node may fail.' },
              },
            },
            exposed: {
              type: 'object',
              description: 'URLs that are reachable from outside through ingress controllers.',
              additionalProperties: false,
              required: ['only'],
              properties: {
                only: {
                  type: 'array',
                  maxItems: 1000,
                  items: text(
                    'A URL, https://shop.example.com/api; without a scheme both, * for any characters of hosts.',
                  ),
                  description: 'Only these URLs and paths below them. Redirects to https are ignored.',
                },
              },
            },
            host: text('Host of requests, with a path (default: /) and a scheme (default: https).'),
            reaches: {
              ...texts('Services, as namespace/name.'),
              description: 'All requests for `host` reach these Services.',
            },
            'may-be-empty': { type: 'boolean', description: 'Holds also if it selects no pod. Default: false.' },
          },
        },
      },
    },
  };
}
