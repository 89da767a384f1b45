import { defineFeature } from './application/define-feature.ts';
import { checkRaw } from './interpreted-schemas.ts';

/**
 * As `raw-schemas`, for builds with so many of them that a function for each would be most of the bundle. The build has read every schema, so
 * that one is prepared when its tool is first called.
 */
export const rawSchemas = defineFeature('raw-schemas', () => ({}), {
  assembly: {
    checkRaw: (tool, checks) => {
      let check: ReturnType<typeof checkRaw> | undefined;
      return (value) => {
        check ??= checkRaw(tool, checks);
        return check(value);
      };
    },
  },
});
