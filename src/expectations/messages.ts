import { defineFinding } from '../model/catalogue.js';
import { quote } from '../std/quote.js';

/** What is said of files of expectations that cannot be read. */
export const messages = {
  notAMapping: defineFinding({
    code: 'expectation/not-a-mapping',
    severity: 'error',
    summary: 'A file of expectations is not one mapping.',
    why: 'Its expectations cannot be checked.',
    fix: 'write the expectations as a list under expectations:',
    message: () => 'a file of expectations must be one mapping',
  }),
  duplicateName: defineFinding({
    code: 'expectation/duplicate-name',
    severity: 'error',
    summary: 'Two expectations have the same name.',
    why: 'A report by name does not tell which of them is broken.',
    fix: 'give each expectation a name of its own',
    message: (name: string) => `another expectation has the name ${quote(name)}`,
  }),
  nothingToVerify: defineFinding({
    code: 'expectation/nothing-to-verify',
    severity: 'error',
    summary: 'An expectation states nothing to check.',
    why: 'It would always hold.',
    fix: 'add reachable, unreachable, only, only-from, source, node, next-hop or dscp, or write egressIPs, exposed, or host with reaches alone',
    message: () => 'the expectation states nothing about its packets',
  }),
  conflictingFields: defineFinding({
    code: 'expectation/conflicting-fields',
    severity: 'error',
    summary: 'Two fields of an expectation cannot be combined.',
    why: 'They describe different things.',
    fix: 'remove one of the two, or write two expectations',
    message: (field: string, other: string) => `${field} cannot be combined with ${other}`,
  }),
  missingField: defineFinding({
    code: 'expectation/missing-field',
    severity: 'error',
    summary: 'A field of an expectation lacks the one that it goes with.',
    why: 'Weir cannot tell what is promised.',
    fix: 'write both: host is the URL of requests, reaches the Services that get them',
    message: (field: string, other: string) => `${field} needs ${other} beside it`,
  }),
  badPeer: defineFinding<[shown: string, help: string]>({
    code: 'expectation/bad-peer',
    severity: 'error',
    summary: 'The source or destination of an expectation has a form that is not allowed there.',
    why: 'Weir cannot tell which packets are meant.',
    fix: 'write outside, anywhere, a word such as shop/web or app=web, or a mapping of namespace, namespace-labels and labels, or of service, cidr, name or peer',
    message: (shown) => `${shown} is not a valid source or destination here`,
    help: (_shown, help) => help,
  }),
  badValue: defineFinding({
    code: 'expectation/bad-value',
    severity: 'error',
    summary: 'A value of an expectation is not valid for its field.',
    why: 'Weir cannot tell which packets are meant.',
    fix: 'write an address such as 203.0.113.7, a network such as 203.0.113.0/24, a port such as 443/TCP, a Service as namespace/name, or a URL such as https://shop.example.com/api',
    message: (text: string, wanted: string) => `${quote(text)} is not ${wanted}`,
  }),
  badLabels: defineFinding({
    code: 'expectation/bad-labels',
    severity: 'error',
    summary: 'An expectation names a label that no object can have.',
    why: 'It selects no pod.',
    fix: 'write keys and values as they are on the objects (`kubectl get pods --show-labels`)',
    message: (problem: string) => problem,
  }),
};
