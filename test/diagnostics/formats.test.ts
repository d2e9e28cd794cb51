import { describe, expect, test } from 'vitest';
import { FORMATS } from '../../src/diagnostics/formats.js';
import { renderGitHub } from '../../src/diagnostics/github.js';
import { renderFindingsJson } from '../../src/diagnostics/json.js';
import { all, diagnostic, diagnosticAt } from './sample.js';

describe('FORMATS', () => {
  test('knows the formats by name, and nothing of the object prototype', () => {
    expect([...FORMATS.keys()]).toEqual(['text', 'json', 'github', 'sarif', 'junit', 'codeclimate']);
    expect(FORMATS.get('__proto__')).toBeUndefined();
  });

  test('renders the same diagnostics in every format', () => {
    for (const render of FORMATS.values()) {
      expect(render(all([diagnosticAt('a.yaml', 3)]), { color: false, version: '1.2.3', definitions: [] })).toContain(
        'a.yaml',
      );
    }
  });
});

describe('renderJson', () => {
  test('writes one diagnostic a line with its fields in the order of the contract', () => {
    const related = [
      { message: 'also', at: { file: 'b.yaml', line: 1, column: 2, length: 3 }, excerpt: 'never shown' },
    ];
    const one = diagnosticAt('a.yaml', 3, 1, {
      ...{ related, pointer: '/spec' },
      resource: { name: 'n', namespace: '', kind: 'EgressIP' },
    });
    const lines = renderFindingsJson(all([one, diagnostic()])).split('\n');
    expect(lines).toHaveLength(5);
    expect(lines[1]).toBe(
      `{"code":"egress-firewall/bad-cidr","severity":"error","message":"'10.0.0.300/8' is not a CIDR",` +
        '"help":"use an address with a prefix length, for example 203.0.113.0/24",' +
        '"resource":{"kind":"EgressIP","namespace":"","name":"n"},"pointer":"/spec",' +
        '"at":{"file":"a.yaml","line":3,"column":1,"length":1},' +
        '"related":[{"message":"also","at":{"file":"b.yaml","line":1,"column":2,"length":3}}]},',
    );
  });

  test('is a JSON array also when it is empty', () => {
    expect(renderFindingsJson(all([]))).toBe('[]\n');
  });

  test('escapes what a terminal would obey and still parses to the same text', () => {
    const message = '\x9b31m \u202e \u{e0041} \x7f \ud800 é 名\n';
    const text = renderFindingsJson(all([diagnostic({ message })]));
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(JSON.parse(text)).toMatchObject([{ message }]);
  });
});

describe('renderGitHub', () => {
  test('writes one workflow command for each diagnostic, with the column after the last as the end', () => {
    const one = diagnosticAt('a.yaml', 3, 7, { help: '' });
    expect(renderGitHub(all([one]))).toBe(
      '::error file=a.yaml,line=3,endLine=3,col=7,endColumn=8,title=egress-firewall/bad-cidr::' +
        "'10.0.0.300/8' is not a CIDR\n",
    );
  });

  test('shows what the controllers refuse as an error and what is suspicious as a warning', () => {
    const of = (severity: 'error' | 'rejected' | 'warning') =>
      renderGitHub(all([diagnostic({ severity })])).split(' ', 1)[0];
    expect([of('error'), of('rejected'), of('warning')]).toEqual(['::error', '::error', '::warning']);
  });

  test('escapes percent signs and line breaks in the message, and also colons and commas in properties', () => {
    const text = renderGitHub(
      all([diagnosticAt('a,b:c%\n::error::.yaml', 1, 1, { message: '100%, a: b', help: 'do: this' })]),
    );
    expect(text).toContain('file=a%2Cb%3Ac%25%0A%3A%3Aerror%3A%3A.yaml,line=1');
    expect(text).toContain('::100%25, a: b%0Ahelp: do: this\n');
  });

  test('keeps every command on one line and control characters out of it', () => {
    const message = 'x\r\n::add-mask::y\x1b[31m';
    const text = renderGitHub(all([diagnostic({ message, help: '' })]));
    expect(text.trimEnd().split('\n')).toHaveLength(1);
    expect(text).toContain('x\\r\\n::add-mask::y\\x1b[31m');
  });

  test('says object and related places in the message', () => {
    const related = [{ message: 'also', at: { file: 'b.yaml', line: 1, column: 2, length: 3 }, excerpt: '' }];
    const resource = { kind: 'EgressIP', namespace: '', name: 'n' };
    expect(renderGitHub(all([diagnostic({ related, resource, help: '' })]))).toContain(
      '%0Ain EgressIP n%0Anote: also (b.yaml:1:2)\n',
    );
  });
});
