import { createJestConfig } from './jest-config.ts';

/** `preset: '@service/testing'` of a jest configuration. */
// oxlint-disable-next-line import/no-default-export -- jest reads presets from the default export
export default createJestConfig();
