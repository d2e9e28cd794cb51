import { readFileSync } from 'node:fs';
import eslint from '@eslint/js';
import tseslint from 'typescript-eslint';

/** Rules that need types, which Oxlint checks with the native TypeScript. ESLint checks every other rule. */
const { rules: checkedByOxlint } = JSON.parse(readFileSync(new URL('.oxlintrc.json', import.meta.url), 'utf8'));

export default tseslint.config(
  { ignores: ['build/', 'dist/', 'node_modules/', 'fixtures/', 'golden/', 'coverage/'] },
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: ['tsconfig.json', 'src/report/page/tsconfig.json', 'test/report/browser/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      ...Object.fromEntries(Object.keys(checkedByOxlint).map((name) => [name, 'off'])),
      // There are no enums, and the rule for them costs a sixth of the run.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      'no-restricted-syntax': ['error', { selector: 'TSEnumDeclaration', message: 'use a union of literals' }],
      'max-lines': ['error', { max: 300 }],
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      globals: Object.fromEntries(
        ['Buffer', 'URL', 'console', 'performance', 'process'].map((name) => [name, 'readonly']),
      ),
    },
  },
);
