import { dirname } from 'node:path';
import tseslint from 'typescript-eslint';

/** The strict rules, with types, over the sources of one project: what our declarations give is any, unsafe or deprecated nowhere. */
export default tseslint.config({
  files: ['**/*.ts'],
  extends: [tseslint.configs.strictTypeChecked],
  // A server or an app is a class whose decorator says everything.
  rules: { '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }] },
  languageOptions: {
    parserOptions: { projectService: true, tsconfigRootDir: process.env['JUDGED_PROJECT'] ?? dirname(import.meta.filename) },
  },
});
