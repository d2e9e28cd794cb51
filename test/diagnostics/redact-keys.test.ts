import { describe, expect, it } from 'vitest';
import { locateReports } from '../../src/diagnostics/place.js';

const KEY = '-----BEGIN EC PRIVATE KEY-----\\nc2VjcmV0\\n-----END EC PRIVATE KEY-----\\n';

function excerptOf(text: string): string | undefined {
  const finding = { code: 'a/b', severity: 'error', message: '', help: '' } as const;
  return locateReports([{ ...finding, location: { path: 'a.yaml', text, offset: 0, length: 1 } }])[0]?.excerpt;
}

describe('the source line of a finding', () => {
  it('has asterisks in place of a private key, and its other columns', () => {
    const line = `{"certificate": "c", "key": "${KEY}", "host": "h"}`;
    const shown = excerptOf(line) ?? '';
    expect(shown).not.toContain('c2VjcmV0');
    expect(shown).not.toContain('PRIVATE KEY');
    expect(shown.indexOf('"host"')).toBe(line.indexOf('"host"'));
  });

  it('has asterisks in place of the first line of a private key', () => {
    expect(excerptOf('-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n')).toBe('*'.repeat(27));
  });

  it('has asterisks in place of a private key in base64', () => {
    const shown = excerptOf(`tls.key: ${Buffer.from(KEY).toString('base64')}`);
    expect(shown).toMatch(/^tls\.key: \*+$/);
  });
});
