import { createJestConfig } from './jest-config.ts';

/** `preset: '@service/testing'` of a jest configuration. */
export default createJestConfig();
