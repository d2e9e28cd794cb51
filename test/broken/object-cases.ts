import { FIREWALL, RULE, firewallOf, rulesOf } from './manifests.js';
import type { BrokenCase } from './repository.js';

function object(name: string, text: string, code: string, place: string): BrokenCase {
  return { name, files: { 'firewall.yaml': text }, code, at: `firewall.yaml:${place}` };
}

function rule(name: string, lines: string, code: string, place: string): BrokenCase {
  return object(name, rulesOf(lines), code, place);
}

function port(name: string, value: string, code: string): BrokenCase {
  return rule(name, `${RULE}      ports:\n        - protocol: TCP\n          port: ${value}\n`, code, '13:17');
}

const QOS = FIREWALL.slice(0, FIREWALL.indexOf('spec:')).replace('EgressFirewall', 'EgressQoS');

/** Objects that no API server takes. */
export const objectCases: readonly BrokenCase[] = [
  object(
    'a manifest that is a list',
    `- ${FIREWALL.replaceAll('\n', '\n  ').trimEnd()}\n`,
    'manifest/not-an-object',
    '1:1',
  ),
  object('a manifest that is a word', 'EgressFirewall\n', 'manifest/not-an-object', '1:1'),
  object('a manifest that is a number', '42\n', 'manifest/not-an-object', '1:1'),
  object('a list with a word in it', 'apiVersion: v1\nkind: List\nitems: [harbor]\n', 'manifest/not-an-object', '3:9'),
  object('no apiVersion', FIREWALL.replace(/^apiVersion.*\n/, ''), 'manifest/missing-api-version', '1:1'),
  object(
    'an apiVersion that is a number',
    FIREWALL.replace('k8s.ovn.org/v1', '1'),
    'manifest/missing-api-version',
    '1:1',
  ),
  object('no kind', FIREWALL.replace('kind: EgressFirewall\n', ''), 'manifest/missing-kind', '1:13'),
  object(
    'a kind that is a list',
    FIREWALL.replace('kind: EgressFirewall', 'kind: [EgressFirewall]'),
    'manifest/missing-kind',
    '1:13',
  ),
  object('no name', FIREWALL.replace('  name: default\n', ''), 'manifest/missing-name', '3:1'),
  object('no metadata', `${FIREWALL.split('metadata:')[0] ?? ''}spec:\n  egress: []\n`, 'manifest/missing-name', '1:1'),
  object(
    'metadata that are a list',
    FIREWALL.replace('  name: default\n  namespace: harbor', '  - name'),
    'manifest/missing-name',
    '3:1',
  ),
  object('a name that is a mapping', FIREWALL.replace('name: default', 'name: {a: b}'), 'schema/wrong-type', '4:3'),
  object('a name that is a number', FIREWALL.replace('name: default', 'name: 7'), 'schema/wrong-type', '4:9'),
  object('no namespace', FIREWALL.replace('  namespace: harbor\n', ''), 'manifest/missing-namespace', '3:1'),
  object(
    'a namespace that leads out of a folder',
    FIREWALL.replace('harbor', '../../etc'),
    'manifest/bad-namespace',
    '5:14',
  ),
  object(
    'a namespace for a shell',
    FIREWALL.replace('harbor', '"$(touch x); `id` | cat > y"'),
    'manifest/bad-namespace',
    '5:14',
  ),
  object(
    'a namespace for a template',
    FIREWALL.replace('harbor', "'{{constructor}} ${process} <%= x %>'"),
    'manifest/bad-namespace',
    '5:14',
  ),
  object(
    'a namespace for a terminal',
    FIREWALL.replace('harbor', '"\\e[2J\\e]0;title\\a\\u202e\\r\\n"'),
    'manifest/bad-namespace',
    '5:14',
  ),
  object(
    'a label for a terminal',
    FIREWALL.replace('metadata:', 'metadata:\n  labels: {"\\x9b31m": "\\u2028"}'),
    'manifest/bad-label-key',
    '4:12',
  ),
  object(
    'a label that is half a character',
    FIREWALL.replace('metadata:', 'metadata:\n  labels: {dock: "\\ud800"}'),
    'yaml/control-character',
    '4:19',
  ),
  object('a name other than default', FIREWALL.replace('default', 'tide'), 'manifest/wrong-name', '4:9'),
  object('two firewalls in a namespace', `${FIREWALL}---\n${FIREWALL}`, 'manifest/duplicate', '15:9'),
  object(
    'annotations of more than 256 KiB',
    FIREWALL.replace('metadata:', `metadata:\n  annotations:\n    a: ${'x'.repeat(2 ** 18)}`),
    'manifest/annotations-too-long',
    '4:3',
  ),
  object('an unknown field', `${FIREWALL}  egres: []\n`, 'schema/unknown-field', '11:3'),
  object('the field constructor', `${FIREWALL}constructor:\n  prototype: {}\n`, 'schema/unknown-field', '11:1'),
  object('the field toString of a rule', rulesOf(`${RULE}      toString: x\n`), 'schema/unknown-field', '11:7'),
  object('no spec', FIREWALL.slice(0, FIREWALL.indexOf('spec:')), 'schema/missing-field', '1:1'),
  object('a spec that is a word', firewallOf('').replace('spec:\n', 'spec: rules\n'), 'schema/wrong-type', '6:7'),
  object('rules that are a mapping', firewallOf('  egress: {type: Deny}\n'), 'schema/wrong-type', '7:3'),
  rule('a rule that is null', '    -\n', 'schema/wrong-type', '7:3'),
  rule('a type that does not exist', RULE.replace('Deny', 'Drop'), 'schema/not-a-choice', '8:13'),
  rule('a type that is true', RULE.replace('Deny', 'yes'), 'schema/wrong-type', '8:13'),
  rule('two destinations', `${RULE}        dnsName: tide.example.org\n`, 'schema/too-many', '9:7'),
  rule('no destination', '    - type: Deny\n      to: {}\n', 'schema/too-few', '9:7'),
  rule('a destination that is a list', '    - type: Deny\n      to: [203.0.113.0/24]\n', 'schema/wrong-type', '9:7'),
  rule('a prefix of 40 bits', RULE.replace('/24', '/40'), 'egress-firewall/bad-cidr', '10:23'),
  rule(
    'a CIDR that is a match',
    RULE.replace('203.0.113.0/24', '"0.0.0.0/0) || (1"'),
    'egress-firewall/bad-cidr',
    '10:23',
  ),
  rule(
    'a DNS name of a hundred thousand labels',
    `    - type: Deny\n      to:\n        dnsName: ${'a.'.repeat(100_000)}!\n`,
    'schema/bad-pattern',
    '10:18',
  ),
  rule(
    'a DNS name that is a match',
    '    - type: Deny\n      to:\n        dnsName: "x} || {y"\n',
    'schema/bad-pattern',
    '10:18',
  ),
  rule(
    'an unknown operator',
    '    - type: Deny\n      to:\n        nodeSelector:\n          matchExpressions:\n            - {key: dock, operator: Is}\n',
    'egress-firewall/bad-node-selector',
    '12:15',
  ),
  rule('ports that are a word', `${RULE}      ports: all\n`, 'schema/wrong-type', '11:14'),
  rule('more rules than priorities', RULE.repeat(8002), 'egress-firewall/too-many-rules', '24011:7'),
  port('a port with a fraction', '1.5', 'schema/wrong-type'),
  port('a port in quotes', '"443"', 'schema/wrong-type'),
  port('a negative port', '-1', 'schema/out-of-range'),
  port('a port beyond 16 bits', '65536', 'schema/out-of-range'),
  port('a port beyond 64 bits', '99999999999999999999', 'schema/out-of-range'),
  port('a port beyond every number', '1e400', 'schema/wrong-type'),
  port('a port that is not a number', '.nan', 'yaml/not-finite'),
  object(
    'more marks than priorities',
    `${QOS}spec:\n  egress:\n${'    - dscp: 1\n'.repeat(1001)}`,
    'egress-qos/too-many-rules',
    '1008:7',
  ),
  object('a mark of more than six bits', `${QOS}spec:\n  egress:\n    - dscp: 64\n`, 'schema/out-of-range', '8:13'),
  object(
    'a mark of a network that is none',
    `${QOS}spec:\n  egress:\n    - dscp: 1\n      dstCIDR: ::/129\n`,
    'schema/bad-format',
    '9:16',
  ),
];
