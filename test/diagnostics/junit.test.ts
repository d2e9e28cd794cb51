import { describe, expect, test } from 'vitest';
import { renderFindingsJUnit } from '../../src/diagnostics/junit.js';
import { all, diagnostic, diagnosticAt } from './sample.js';

describe('renderJUnit', () => {
  test('makes a suite of each file and a failed test of each finding', () => {
    const text = renderFindingsJUnit(
      all([diagnosticAt('a.yaml', 3), diagnosticAt('a.yaml', 5), diagnosticAt('b.yaml', 1)]),
    );
    expect(text).toContain('<testsuites name="weir" tests="3" failures="3">');
    expect(text).toContain('<testsuite name="a.yaml" tests="2" failures="2">');
    expect(text).toContain('<testsuite name="b.yaml" tests="1" failures="1">');
    expect(text).toContain('classname="a.yaml" file="a.yaml" line="5">');
    expect(text).toContain('<failure type="egress-firewall/bad-cidr" message="\'10.0.0.300/8\' is not a CIDR">error[');
  });

  test('gives a test the same name when its line moves', () => {
    const nameAt = (line: number) =>
      /testcase name="([^"]*)"/.exec(renderFindingsJUnit(all([diagnosticAt('a.yaml', line)])))?.[1];
    expect(nameAt(3)).toBe("egress-firewall/bad-cidr: '10.0.0.300/8' is not a CIDR");
    expect(nameAt(8)).toBe(nameAt(3));
  });

  test('has one test that passes where there is no finding', () => {
    const text = renderFindingsJUnit(all([]));
    expect(text).toContain('<testsuites name="weir" tests="1" failures="0">');
    expect(text).toContain('<testcase name="no findings" classname="weir"/>');
  });

  test('fails a test for each code of which findings are left out', () => {
    const text = renderFindingsJUnit({ diagnostics: [], omitted: [{ code: 'a/b', severity: 'warning', count: 2 }] });
    expect(text).toContain('<testcase name="a/b: more findings" classname="not shown">');
    expect(text).toContain('message="2 more findings of this code"');
  });

  test('lets nothing through that is markup or no character of XML', () => {
    const message = `]]></failure><b a="1">& \u0000\u001b\u202e\ufffe\uffff\ud800`;
    const text = renderFindingsJUnit(all([diagnostic({ message, help: message })]));
    expect(text).not.toContain('<b');
    expect(text).not.toContain(']]>');
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\ufffe\uffff]/u);
    expect(text).toContain('&quot;1&quot;&gt;&amp; \\x00\\x1b\\u{202e}\\u{fffe}\\u{ffff}\\u{d800}');
  });
});
