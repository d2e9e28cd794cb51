import { describe, expect, it } from 'vitest';
import type { SourceFile } from '../../src/model/manifest.js';
import { traceOrigins } from '../../src/sources/render/origin.js';

const file: SourceFile = { path: 'overlays/base/map.yaml', text: 'value: here\n' };
const files = new Map([['base/map.yaml', file]]);
const ORIGIN = '    config.kubernetes.io/origin: |\n      path: ../tree/base/map.yaml\n';

/** A document as kustomize writes it, with these lines of annotations. */
function rendered(annotations: string, rest = ''): string {
  const block = annotations === '' ? '' : `  annotations:\n${annotations}`;
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n${block}  name: a\n${rest}`;
}

function strip(text: string): string {
  return traceOrigins(text, '<kustomize .>', files).text;
}

describe('the origin that kustomize adds', () => {
  it.each([
    ['before others', `${ORIGIN}    haproxy.router.openshift.io/balance: source\n    team: shop\n`],
    ['behind others', `    a.example/first: x\n${ORIGIN}`],
    ['between others', `    a.example/first: x\n${ORIGIN}    team: shop\n`],
    ['before text on several lines', `${ORIGIN}    notes: |\n      one\n      ---\n\n      two\n`],
    ['before a key of its own line', `${ORIGIN}    ? 'two words'\n    : x\n`],
    ['in quotes', `    config.kubernetes.io/origin: "path: ../tree/base/\\u00e9\\n"\n    team: shop\n`],
  ])('goes, and the annotations stay where it is %s', (_, annotations) => {
    const kept = annotations.replace(ORIGIN, '').replace(/^ {4}config.*\n/m, '');
    expect(strip(rendered(annotations))).toBe(rendered(kept));
  });

  it('takes annotations with it where it is the only one', () => {
    expect(strip(rendered(ORIGIN))).toBe(rendered(''));
    expect(strip(`${rendered('', '')}---\n${rendered(ORIGIN)}`)).toBe(`${rendered('')}---\n${rendered('')}`);
  });

  it('stays where it is text of the user', () => {
    const text = rendered(
      '',
      `data:\n  x: |\n    metadata:\n      annotations:\n    ${ORIGIN.replaceAll('\n', '\n    ')}\n`,
    );
    expect(strip(text)).toBe(text);
  });

  it('tells the file of each line', () => {
    const text = rendered(`${ORIGIN}    team: shop\n`, 'data:\n  value: here\n');
    const { text: kept, trace } = traceOrigins(text, '<kustomize .>', files);
    expect(trace?.(kept.indexOf('value:'), 5)).toMatchObject({ path: file.path, offset: 0 });
  });
});
