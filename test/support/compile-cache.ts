/* Test support: what compilations of a test process share. Loads no compiler: many tests of commands never need it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CompileCache } from '../../src/compiler/index.ts';

/** Environment variable with the file of what the modules of the SDK declare, where the test run has written it. */
export const declarationsVariable = 'TEST_DECLARATIONS';

/** Our sources and the installed packages do not change while tests run. */
const fixed = ['src', 'packages', 'node_modules'].map((folder) => fileURLToPath(new URL(`../../${folder}/`, import.meta.url)));

/** Parsing the SDK and the libraries, and finding their files, is most of the time of a compilation. */
export function createTestCache(declarations = process.env[declarationsVariable] ?? ''): CompileCache {
  let made: CompileCache['fixed'];
  return {
    parsed: new Map(),
    // Only once something is compiled.
    get fixed() {
      made ??= { isFixed: (path) => fixed.some((folder) => path.startsWith(folder)), kept: new Map(declaredTexts(declarations)) };
      return made;
    },
  };
}

/** Texts of the SDK's modules without what they do, as the compiler keeps what it has read. It takes types alone from them, as from a package. */
function declaredTexts(file: string): readonly (readonly [string, string])[] {
  if (file === '') return [];
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>;
  return Object.entries(texts).map(([path, text]) => [`text ${sdkSources}${path}`, text]);
}

const sdkSources = fileURLToPath(new URL('../../src/runtime/', import.meta.url));
