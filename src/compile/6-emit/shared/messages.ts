import { defineFinding } from '../../../model/catalogue.js';
import type { Severity } from '../../../model/diagnostic.js';

/** The consequence of a value that HAProxy refuses. */
const breaksProxy = 'HAProxy rejects its whole configuration, so changes of Routes have no effect until this is fixed.';

/** Problems that break the whole proxy are warnings if the cluster keeps Routes that the API server would now reject. */
const unlessKept = {
  oneOf: ['error', 'warning'] as const,
  choose: (isKept: boolean): Severity => (isKept ? 'warning' : 'error'),
};

export const messages = {
  roundedWeight: defineFinding({
    code: 'ingress-proxy/rounded-weight',
    severity: 'warning',
    summary: 'The share of requests of a Service differs from its weight.',
    why: 'The router rounds the weight of each server to a whole number from 1 to 256.',
    fix: 'choose weights that are closer to each other, or change the number of endpoints',
    message: (service: string, wanted: string, real: string) =>
      `Service ${service} gets ${real} % of the requests, expected ${wanted} %`,
  }),
  badRateLimit: defineFinding<[isKept: boolean, limit: string, controller: string]>({
    code: 'ingress-proxy/bad-rate-limit',
    severity: unlessKept,
    summary: 'HAProxy rejects a rate limit that the router accepts.',
    why: breaksProxy,
    fix: 'remove the plus sign',
    message: (_isKept, limit, controller) =>
      `HAProxy of ingress controller ${controller} rejects the rate limit ${limit} and its whole configuration`,
  }),
  badCertificate: defineFinding<[isKept: boolean, field: string, problem: string, controller: string]>({
    code: 'ingress-proxy/bad-certificate',
    severity: unlessKept,
    summary: 'HAProxy rejects a certificate of a Route that neither the API server nor the router validates.',
    why: breaksProxy,
    fix: 'use complete certificates with the private key of the first one, or set EXTENDED_VALIDATION to "true"',
    message: (_isKept, field, problem, controller) =>
      `HAProxy of ingress controller ${controller} rejects '${field}' (${problem}) and its whole configuration`,
  }),
  badRewritePath: defineFinding<[isKept: boolean, path: string, problem: string, controller: string]>({
    code: 'ingress-proxy/bad-rewrite-path',
    severity: unlessKept,
    summary: 'The path of a Route with rewrite-target is not a valid regular expression.',
    why: breaksProxy,
    fix: 'use a path without \\ [ ] ( ) { } * + ? and |, or remove the annotation rewrite-target',
    message: (_isKept, path, problem, controller) =>
      `HAProxy of ingress controller ${controller} rejects the path ${path} as a regular expression (${problem}) and its whole configuration`,
  }),
  brokenTransportSecurity: defineFinding<[isKept: boolean, controller: string]>({
    code: 'ingress-proxy/broken-transport-security',
    severity: unlessKept,
    summary:
      'The annotation hsts_header contains a line break or a carriage return, which the router accepts as a space.',
    why: breaksProxy,
    fix: 'set hsts_header to a single line',
    message: (_isKept, controller) =>
      `hsts_header contains a line break or a carriage return, so HAProxy of ingress controller ${controller} rejects its whole configuration`,
  }),
  brokenRewrite: defineFinding<[isKept: boolean, controller: string]>({
    code: 'ingress-proxy/broken-rewrite',
    severity: unlessKept,
    summary: 'The annotation rewrite-target or the path of a Route contains a carriage return or a NUL character.',
    why: breaksProxy,
    fix: 'remove the character',
    message: (_isKept, controller) =>
      `rewrite-target or the path contains a carriage return or a NUL character, so HAProxy of ingress controller ${controller} rejects its whole configuration`,
  }),
  longPath: defineFinding<[isKept: boolean, bytes: number, controller: string]>({
    code: 'ingress-proxy/long-path',
    severity: unlessKept,
    summary: 'The path of a Route is too long for HAProxy.',
    why: 'HAProxy reads the rest of the line as a new line. It rejects its whole configuration, or serves the Route for hosts of other Routes.',
    fix: 'shorten the path',
    message: (_isKept, bytes, controller) =>
      `the line of the path is too long, expected at most ${bytes} bytes, so HAProxy of ingress controller ${controller} splits it`,
  }),
  otherCertificate: defineFinding({
    code: 'ingress-proxy/other-certificate',
    severity: 'warning',
    summary: 'The router presents a different certificate than that of the Route.',
    why: 'The router selects a certificate only by the name in the handshake. It prefers elliptic curve keys, then the default certificate, then the reverse byte order of the Routes.',
    fix: 'give all Routes of the host the same certificate, or use an elliptic curve key if the default certificate does',
    message: (host: string, shown: string, controller: string) =>
      `ingress controller ${controller} presents ${shown} to clients of ${host}, expected the certificate of this Route`,
  }),
  invalidRow: defineFinding({
    code: 'northbound/invalid-row',
    severity: 'error',
    summary: 'A row is invalid in the Northbound database.',
    why: 'The database or OVN rejects the whole transaction.',
    fix: 'change the resource, or set ovnSchemaVersion in weir.yaml to the schema of the target',
    message: (table: string, key: string, problem: string) =>
      `${table} row ${key} is invalid in the Northbound database: ${problem}`,
  }),
  noTiers: defineFinding({
    code: 'northbound/no-acl-tiers',
    severity: 'error',
    summary: 'The policy requires ACL tiers, which the target does not support.',
    why: 'Without tiers, rules cannot apply before or after NetworkPolicies.',
    fix: 'run OVN 23.06 or newer and set ovnSchemaVersion in weir.yaml, or remove the policy',
    message: (kind: string, schemaVersion: string) =>
      `schema of the target is ${schemaVersion}, expected 7.0.4 (OVN 23.06) or later, because this ${kind} requires ACL tiers`,
  }),
  movedCloudObject: defineFinding({
    code: 'manifests/moved-cloud-address',
    severity: 'warning',
    summary: 'An object requests an egress address on a different node than its EgressIP.',
    why: 'The generated manifests move the address and override the file in the repository.',
    fix: 'remove the CloudPrivateIPConfigs of EgressIPs from the repository, because Weir generates them',
    message: (address: string, declared: string, owner: string, node: string) =>
      `node of ${address} is ${declared}, expected ${node} of EgressIP ${owner}, so cluster/manifests.yaml moves it`,
  }),
  unknownInterface: defineFinding({
    code: 'routes/unknown-interface',
    severity: 'warning',
    summary: 'The interface of a node in a network is unknown.',
    why: 'The host gets no rules for the address, so its traffic takes the default route.',
    fix: 'set the name, index and addresses of the interface in `nodes` in weir.yaml',
    message: (address: string, node: string, network: string) =>
      `node ${node} has no known interface in ${network}, so the host gets no rules for ${address}`,
  }),
};
