/* Test support: what compilations of a test process share. Loads no compiler: many tests of commands never need it. */
import { fileURLToPath } from 'node:url';
import type { CompileCache } from '../../src/compiler/index.ts';

/** Our sources and the installed packages do not change while tests run. */
const fixed = ['src', 'packages', 'node_modules'].map((folder) => fileURLToPath(new URL(`../../${folder}/`, import.meta.url)));

/** Parsing the SDK and the libraries, and finding their files, is most of the time of a compilation. */
export const createTestCache = (): CompileCache => ({
  parsed: new Map(),
  fixed: { isFixed: (path) => fixed.some((folder) => path.startsWith(folder)), kept: new Map() },
});
