import { defineFinding } from '../../model/catalogue.js';
import type { Severity } from '../../model/diagnostic.js';

/** The consequence of a value that HAProxy refuses. */
const breaksProxy =
  'HAProxy rejects its whole configuration, and no change of any Route takes effect until this is fixed.';

/** What breaks the whole proxy is a warning where the cluster keeps Routes that the API server would refuse today. */
const unlessKept = {
  oneOf: ['error', 'warning'] as const,
  choose: (isKept: boolean): Severity => (isKept ? 'warning' : 'error'),
};

export const messages = {
  roundedWeight: defineFinding({
    code: 'ingress-proxy/rounded-weight',
    severity: 'warning',
    summary: 'A Service gets another share of the requests than its weight asks for.',
    why: 'The router gives each server a whole number from 1 to 256.',
    fix: 'choose weights that are closer to each other, or change the number of endpoints',
    message: (service: string, wanted: string, real: string) =>
      `Service ${service} gets ${real} % of the requests, not ${wanted} %`,
  }),
  badRateLimit: defineFinding<[isKept: boolean, limit: string, controller: string]>({
    code: 'ingress-proxy/bad-rate-limit',
    severity: unlessKept,
    summary: 'HAProxy rejects a rate limit that the router accepts.',
    why: breaksProxy,
    fix: 'write the number without a plus sign',
    message: (_isKept, limit, controller) =>
      `HAProxy of ingress controller ${controller} rejects the rate limit ${limit}, and its whole configuration with it`,
  }),
  badCertificate: defineFinding<[isKept: boolean, field: string, problem: string, controller: string]>({
    code: 'ingress-proxy/bad-certificate',
    severity: unlessKept,
    summary: 'HAProxy rejects a certificate of a Route, which nothing has checked before.',
    why: breaksProxy,
    fix: 'provide certificates that are complete, with the private key of the first, or set EXTENDED_VALIDATION to "true"',
    message: (_isKept, field, problem, controller) =>
      `HAProxy of ingress controller ${controller} rejects '${field}' (${problem}), and its whole configuration with it`,
  }),
  badRewritePath: defineFinding<[isKept: boolean, path: string, problem: string, controller: string]>({
    code: 'ingress-proxy/bad-rewrite-path',
    severity: unlessKept,
    summary: 'With rewrite-target the path of a Route is a regular expression, and this one is invalid.',
    why: breaksProxy,
    fix: 'write a path without \\ [ ] ( ) { } * + ? and |, or remove the annotation rewrite-target',
    message: (_isKept, path, problem, controller) =>
      `HAProxy of ingress controller ${controller} reads the path ${path} as a regular expression (${problem}), and rejects its whole configuration`,
  }),
  brokenTransportSecurity: defineFinding<[isKept: boolean, controller: string]>({
    code: 'ingress-proxy/broken-transport-security',
    severity: unlessKept,
    summary: 'The annotation hsts_header has a line break or a carriage return, which the router takes for a blank.',
    why: breaksProxy,
    fix: 'write the value of hsts_header in one line',
    message: (_isKept, controller) =>
      `the proxy of ingress controller ${controller} reads one line at a time: a line break or carriage return in hsts_header breaks its whole configuration`,
  }),
  brokenRewrite: defineFinding<[isKept: boolean, controller: string]>({
    code: 'ingress-proxy/broken-rewrite',
    severity: unlessKept,
    summary: 'The annotation rewrite-target, or the path beside it, has a carriage return or a NUL character.',
    why: breaksProxy,
    fix: 'remove the character',
    message: (_isKept, controller) =>
      `the proxy of ingress controller ${controller} takes a carriage return and a NUL character for the end of a line: rewrite-target breaks its whole configuration`,
  }),
  longPath: defineFinding<[isKept: boolean, bytes: number, controller: string]>({
    code: 'ingress-proxy/long-path',
    severity: unlessKept,
    summary: 'The path of a Route makes a line that is too long for HAProxy.',
    why: 'HAProxy takes the rest of the line for another one: it rejects its whole configuration, or serves the Route for hosts of others.',
    fix: 'write a shorter path',
    message: (_isKept, bytes, controller) =>
      `HAProxy of ingress controller ${controller} cuts lines of its maps after ${bytes} bytes: that of the path is longer`,
  }),
  otherCertificate: defineFinding({
    code: 'ingress-proxy/other-certificate',
    severity: 'warning',
    summary: 'Clients of a Route with a certificate are shown another one.',
    why: 'The router chooses by the name in the handshake alone: of the certificates for a name the first with an elliptic curve key, else the first in reverse byte order of the Routes; those of the default certificate come first.',
    fix: 'give all Routes of the host the same certificate, or one with an elliptic curve key where the default certificate has one',
    message: (host: string, shown: string, controller: string) =>
      `clients that ask ingress controller ${controller} for ${host} are shown ${shown}, not that of this Route`,
  }),
  invalidRow: defineFinding({
    code: 'northbound/invalid-row',
    severity: 'error',
    summary: 'A row is invalid in the Northbound database.',
    why: 'The database or OVN rejects the row, and with it the whole transaction.',
    fix: 'change the resource, or set ovnSchemaVersion in weir.yaml to the schema of the target',
    message: (table: string, key: string, problem: string) =>
      `${table} row ${key} is invalid in the Northbound database: ${problem}`,
  }),
  noTiers: defineFinding({
    code: 'northbound/no-acl-tiers',
    severity: 'error',
    summary: 'The target has no ACL tiers, which the policy needs.',
    why: 'Without tiers nothing can decide before or after NetworkPolicies, and no rule can pass a connection on to them.',
    fix: 'run OVN 23.06 or newer and set ovnSchemaVersion in weir.yaml, or remove the policy',
    message: (kind: string, schemaVersion: string) =>
      `the target's OVN has no ACL tiers (schema ${schemaVersion}; they are there from 7.0.4, OVN 23.06): it cannot have this ${kind}`,
  }),
  movedCloudObject: defineFinding({
    code: 'manifests/moved-cloud-address',
    severity: 'warning',
    summary: 'An object asks for an egress address on another node than the EgressIP has it on.',
    why: 'The generated manifests move the address, against the file in the repository.',
    fix: 'remove the CloudPrivateIPConfigs of EgressIPs from the repository: Weir generates them',
    message: (address: string, declared: string, owner: string, node: string) =>
      `the object requests ${address} on ${declared}, but EgressIP ${owner} has it on ${node}: cluster/manifests.yaml moves it`,
  }),
  unknownInterface: defineFinding({
    code: 'routes/unknown-interface',
    severity: 'warning',
    summary: 'The interface of a node on a network is not known.',
    why: 'The host gets no rules for the address, so traffic from it leaves by the default route.',
    fix: 'write the name, index and addresses of the interface under `nodes` in weir.yaml',
    message: (address: string, node: string, network: string) =>
      `node ${node} has no known interface on ${network}: the host gets no rules for ${address}`,
  }),
};
