import { expect, it } from 'vitest';
import { schemaOf, schemasAt } from '../../src/cli/language-server/fields.js';
import { knownKinds } from '../../src/kinds/known.js';

const FIELDS = knownKinds.compiled.flatMap(({ apiVersion, kind, definition: { names = [] } }) =>
  names.map(({ path }) => ({ apiVersion, kind, path })),
);

it.each(FIELDS)('$path of $kind, which names another object, is a text in the schema', ({ apiVersion, kind, path }) => {
  const found = schemasAt(schemaOf('any.yaml', { apiVersion, kind }), path.replaceAll('*', '0').split('/'));
  expect(found.map(({ type }) => type)).toEqual(['string']);
});
