import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReleaseProfile } from '../../src/model/release.js';
import { DEFAULT_RELEASE, RELEASES } from '../../src/ovn-kubernetes/releases/index.js';
import { FIXTURES } from '../golden/cases.js';
import { RELEASE_DIFFERENCES } from '../golden/release-differences.js';

/** The release that another one is written as a difference to: its successor, or of the last one the one before. */
function neighbourOf(release: ReleaseProfile): ReleaseProfile | undefined {
  if (release === DEFAULT_RELEASE) return undefined;
  const at = RELEASES.indexOf(release);
  return RELEASES[at + (at < RELEASES.indexOf(DEFAULT_RELEASE) ? 1 : -1)];
}

/** The properties of a profile by their names; of groups those within them. */
function propertiesOf(release: ReleaseProfile): Map<string, unknown> {
  const groups = Object.entries(release).filter(([group]) => group !== 'name' && group !== 'ovnSchemaVersion');
  return new Map(
    groups.flatMap(([group, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(value).map(([key, own]: [string, unknown]) => [`${group}.${key}`, own] as const)
        : [[group, value] as const],
    ),
  );
}

function differencesOf(release: ReleaseProfile): string[] {
  const neighbour = neighbourOf(release);
  if (!neighbour) return [];
  const theirs = propertiesOf(neighbour);
  return [...propertiesOf(release)].flatMap(([name, value]) => (theirs.get(name) === value ? [] : [name]));
}

describe('the releases', () => {
  it('are called each by another name', () => {
    expect(new Set(RELEASES.map(({ name }) => name)).size).toBe(RELEASES.length);
  });

  it.each(RELEASES.filter((one) => one !== DEFAULT_RELEASE))(
    '$name: each difference to its neighbour has a fixture of that release, and each fixture a difference',
    (release) => {
      const fixtures = RELEASE_DIFFERENCES[release.name] ?? {};
      const isOf = (property: string, listed: string) => property === listed || property.startsWith(`${listed}.`);
      const differences = differencesOf(release);
      const listed = Object.keys(fixtures);
      expect(differences.filter((property) => !listed.some((one) => isOf(property, one)))).toEqual([]);
      expect(listed.filter((one) => !differences.some((property) => isOf(property, one)))).toEqual([]);
      for (const shown of Object.values(fixtures)) {
        const isTest = shown.startsWith('test/');
        const text = readFileSync(isTest ? shown : join(FIXTURES, 'releases', shown, 'weir.yaml'), 'utf8');
        const name = release.name.replaceAll('.', '\\.');
        expect(text).toMatch(new RegExp(isTest ? `'${name}'` : `^ovnKubernetes: ["']?${name}["']?$`, 'm'));
      }
    },
  );
});
