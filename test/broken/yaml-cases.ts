import { FIREWALL, firewallOf, rulesOf } from './manifests.js';
import type { BrokenCase } from './repository.js';

const DEPTH = 10_000;

function yaml(name: string, text: string | Uint8Array, fact: string, place?: string): BrokenCase {
  const at = place === undefined ? {} : { at: `firewall.yaml:${place}` };
  return { name, files: { 'firewall.yaml': text }, code: `yaml/${fact}`, ...at };
}

/** Eight levels of nine aliases each: nine to the power of nine values. */
function makeBomb(first: string, repeat: (name: string) => string): string {
  const levels = Array.from(
    'abcdefgh',
    (name, index) => `${'bcdefghi'.charAt(index)}: &${'bcdefghi'.charAt(index)} ${repeat(name)}`,
  );
  return [`a: &a ${first}`, ...levels, ''].join('\n');
}

/** Texts that are no YAML, or more of it than anybody should read. */
export const yamlCases: readonly BrokenCase[] = [
  yaml('a tab as indentation', firewallOf('\tegress: []\n'), 'syntax', '7:1'),
  yaml('a double quote that is not closed', firewallOf('  egress: "\n'), 'syntax', '8:1'),
  yaml('a single quote that is not closed', firewallOf("  egress: 'x\n"), 'syntax', '8:1'),
  yaml('a bracket that is not closed', firewallOf('  egress: [\n'), 'syntax', '8:1'),
  yaml('a brace that is not closed', firewallOf('  egress: {a: b\n'), 'syntax', '8:1'),
  yaml('two values in a line', firewallOf('  egress: a: b\n'), 'syntax', '7:12'),
  yaml('a key that stands twice', firewallOf('  egress: []\n  egress: []\n'), 'duplicate-key', '8:3'),
  yaml('a scalar of ten megabytes', firewallOf(`  egress: ${'x'.repeat(10 * 2 ** 20)}\n`), 'scalar-too-long', '7:11'),
  yaml(
    'aliases that multiply',
    makeBomb('[x, x, x]', (name) => `[${Array(9).fill(`*${name}`).join(', ')}]`),
    'too-many-aliases',
    '6:12',
  ),
  yaml(
    'merges that multiply',
    makeBomb('{x: 1}', (name) => `{${Array.from('123456789', (key) => `k${key}: {<<: *${name}}`).join(', ')}}`),
    'too-many-aliases',
    '6:45',
  ),
  yaml('an alias of itself', firewallOf('  egress: &rules [*rules]\n'), 'unknown-alias', '7:19'),
  yaml(
    'an alias of another document',
    `a: &rules []\n---\n${firewallOf('  egress: *rules\n')}`,
    'unknown-alias',
    '9:11',
  ),
  yaml('ten thousand open brackets', firewallOf(`  egress: ${'['.repeat(DEPTH)}\n`), 'too-deep', '7:74'),
  yaml('ten thousand nested lists', firewallOf(`  egress:\n    ${'- '.repeat(DEPTH)}x\n`), 'too-deep', '8:131'),
  yaml('ten thousand nested objects in JSON', `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}\n`, 'too-deep', '1:317'),
  yaml('a NUL byte', firewallOf('  egress: "\0"\n'), 'syntax', '7:12'),
  yaml('an escape byte', firewallOf('  egress: \x1b[31mred\n'), 'syntax', '7:11'),
  yaml('a tag that runs code elsewhere', firewallOf("  egress: !!js/function 'return 1'\n"), 'unknown-tag', '7:11'),
  yaml('a list as a key', firewallOf('  ? [a, b]\n  : c\n'), 'complex-key', '7:5'),
  yaml('a merge of a word', firewallOf('  <<: rules\n  egress: []\n'), 'bad-merge', '7:3'),
  yaml('the key __proto__', firewallOf('  __proto__:\n    egress: []\n'), 'reserved-key', '7:3'),
  yaml(
    'the key __proto__ in quotes and in JSON',
    '{"kind": "EgressFirewall", "__proto__": {"polluted": true}}\n',
    'reserved-key',
    '1:28',
  ),
  yaml('an unknown directive before a broken document', `%YAML 9.9\n---\n[\n`, 'directive', '1:1'),
  {
    name: 'JSON that ends early',
    files: { 'firewall.json': '{"apiVersion": "k8s.ovn.org/v1", "kind":\n' },
    code: 'yaml/syntax',
    at: 'firewall.json:2:1',
  },
  {
    name: 'one broken document among sound ones',
    files: { 'firewall.yaml': `${FIREWALL}---\n}\n---\n${FIREWALL.replace('harbor', 'mill')}` },
    code: 'yaml/syntax',
    at: 'firewall.yaml:12:1',
  },
  {
    name: 'bytes that are not UTF-8',
    files: { 'firewall.yaml': Buffer.concat([Buffer.from('kind: EgressFirewall\nname: '), Buffer.from([0xe9, 0x0a])]) },
    code: 'source/not-utf8',
    at: 'firewall.yaml:2:7',
  },
  {
    name: 'UTF-16',
    files: { 'firewall.yaml': Buffer.from(`\ufeff${FIREWALL}`, 'utf16le') },
    code: 'source/not-utf8',
    at: 'firewall.yaml:1:1',
  },
  {
    name: 'a program instead of text',
    files: { 'firewall.yaml': Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0xff, 0xfe, 0x80]) },
    code: 'source/not-utf8',
    at: 'firewall.yaml:1:9',
  },
  {
    name: 'a hundred thousand wrong entries',
    files: { 'firewall.yaml': rulesOf(`    [${Array(100_000).fill('1').join(',')}]\n`) },
    code: 'manifest/more-findings',
    at: 'firewall.yaml:8:46',
  },
];
