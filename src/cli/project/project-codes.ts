import type { Explanation } from '../../compiler/diagnostics/index.ts';

/** Failures of the command line that lie in a project as it is installed and set up. */
export const projectCodes = {
  'settings-unusable': {
    cause: 'tsconfig.json does not parse, or makes CommonJS modules by rules under which they cannot import @service/sdk, an ES module.',
    example: '"module": "node16" in tsconfig.json, without "type": "module" in package.json',
    fix: 'Set "module": "nodenext" (TypeScript 5.8 or later), or "type": "module" in package.json.',
  },
  'plug-and-play': {
    cause: "Yarn Plug'n'Play keeps packages in archives that only a patched Node reads. The compiler needs them in node_modules.",
    example: 'yarn service build   # with .pnp.cjs in the folder or above it',
    fix: 'Write `nodeLinker: node-modules` into the .yarnrc.yml that the message names, then run `yarn install`.',
  },
  'project-not-writable': {
    cause: 'A file of the project could not be written. Files that were written before it have been put back.',
    example: 'service init   # in a folder of another user',
    fix: 'Correct permissions and free space of the project.',
  },
} as const satisfies Readonly<Record<string, Explanation>>;
