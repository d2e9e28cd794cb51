import { defineFinding } from '../model/catalogue.js';
import { quote } from '../std/quote.js';

/** What is said of files of expectations that cannot be read. */
export const messages = {
  notAMapping: defineFinding({
    code: 'expectation/not-a-mapping',
    severity: 'error',
    summary: 'A file of expectations is not a mapping.',
    why: 'Weir cannot read its expectations.',
    fix: 'write the expectations as a list in the field `expectations`',
    message: () => 'expected a mapping with the field `expectations`',
  }),
  duplicateName: defineFinding({
    code: 'expectation/duplicate-name',
    severity: 'error',
    summary: 'Two expectations have the same name.',
    why: 'Reports identify an expectation by its name.',
    fix: 'give each expectation a different name',
    message: (name: string) => `name is ${quote(name)}, which another expectation already has`,
  }),
  nothingToVerify: defineFinding({
    code: 'expectation/nothing-to-verify',
    severity: 'error',
    summary: 'An expectation has no field that Weir can verify.',
    why: 'The expectation cannot fail.',
    fix: 'add reachable, unreachable, only, only-from, source, node, next-hop or dscp, or replace the fields with egressIPs, exposed, or host and reaches',
    message: () => 'the expectation has no field that Weir can verify',
  }),
  conflictingFields: defineFinding({
    code: 'expectation/conflicting-fields',
    severity: 'error',
    summary: 'Two fields of an expectation cannot be combined.',
    why: 'Each of the two belongs to a different type of expectation.',
    fix: 'remove one of the two, or write two expectations',
    message: (field: string, other: string) => `'${field}' cannot be combined with '${other}'`,
  }),
  missingField: defineFinding({
    code: 'expectation/missing-field',
    severity: 'error',
    summary: 'A field of an expectation requires another field, which is missing.',
    why: 'The expectation is incomplete, so Weir cannot verify it.',
    fix: 'set host to the URL of the requests, and reaches to the Services that receive them',
    message: (field: string, other: string) => `missing field '${other}', which '${field}' requires`,
  }),
  badPeer: defineFinding<[message: string, help: string]>({
    code: 'expectation/bad-peer',
    severity: 'error',
    summary: 'The source or destination of an expectation is invalid.',
    why: 'Weir cannot determine the packets of the expectation.',
    fix: 'use outside, anywhere, a peer such as shop/web or app=web, or a mapping with namespace, namespace-labels and labels, or with service, cidr, name or peer',
    message: (message) => message,
    help: (_message, help) => help,
  }),
  badValue: defineFinding({
    code: 'expectation/bad-value',
    severity: 'error',
    summary: 'A value of an expectation is invalid.',
    why: 'Weir cannot determine the packets of the expectation.',
    fix: 'use an address such as 203.0.113.7, a network such as 203.0.113.0/24, a port such as 443/TCP, a Service as namespace/name, or a URL such as https://shop.example.com/api',
    message: (text: string, wanted: string) => `expected ${wanted}, found ${quote(text)}`,
  }),
  badLabels: defineFinding({
    code: 'expectation/bad-labels',
    severity: 'error',
    summary: 'A label in an expectation is invalid.',
    why: 'No object can have the label, so it selects nothing.',
    fix: 'copy keys and values from the objects (`kubectl get pods --show-labels`)',
    message: (problem: string) => problem,
  }),
};
