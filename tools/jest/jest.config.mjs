// Our own specs run from the sources of `packages/testing`; a project of a user has the preset `@service/testing` instead.
import { fileURLToPath } from 'node:url';
import { createJestConfig } from '../../packages/testing/src/jest/jest-config.ts';

export default {
  ...createJestConfig({ from: fileURLToPath(import.meta.url), esmPackages: ['service-source'] }),
  rootDir: process.cwd(),
  testEnvironmentOptions: { customExportConditions: ['service-source', 'node', 'require', 'default'] },
};
