import { transform } from 'esbuild';
import { type MapOptions, parseMap, withMap } from '../bundler-plugin/index.ts';
import type { MapOfText } from './bundled-file.ts';

/** What CommonJS packages find around them, each under a name of our own. An ES module has none of it. */
const names = {
  require: { as: 'service$require', value: "process.getBuiltinModule('node:module').createRequire(import.meta.url)" },
  __filename: { as: 'service$filename', value: "process.getBuiltinModule('node:url').fileURLToPath(import.meta.url)" },
  __dirname: {
    as: 'service$dirname',
    value: "process.getBuiltinModule('node:url').fileURLToPath(new URL('.',import.meta.url)).slice(0,-1)",
  },
};

interface Settings {
  readonly minify: boolean;
  readonly syntax: string;
  readonly maps: MapOptions | undefined;
}

interface MappedCode {
  readonly code: string;
  readonly map?: MapOfText | undefined;
}

/** Replaces them where the text does not declare them itself, and declares what it uses of them. */
export async function withCommonNames({ code, map }: MappedCode, { maps, minify, syntax }: Settings): Promise<MappedCode> {
  const made = await transform(map === undefined ? code : withMap(code, map.raw), {
    minify,
    target: syntax,
    format: 'esm',
    charset: 'utf8',
    legalComments: 'eof',
    define: Object.fromEntries(Object.entries(names).map(([name, { as }]) => [name, as])),
    ...transformMap(maps),
  });
  const used = Object.values(names).filter(({ as }) => made.code.includes(as));
  const declared = `const ${used.map(({ as, value }) => `${as}=${value}`).join(',')};\n${made.code}`;
  return { code: used.length === 0 ? made.code : declared, map: mapOfTransform(made) };
}

/** Options of a step that returns the map beside the code. */
export const transformMap = (maps: MapOptions | undefined): { readonly sourcemap: 'external' | false; readonly sourcesContent?: boolean } =>
  maps === undefined ? { sourcemap: false } : { sourcemap: 'external', sourcesContent: maps.content };

export const mapOfTransform = ({ code, map }: { readonly code: string; readonly map: string }): MapOfText | undefined =>
  map === '' ? undefined : { raw: parseMap(map), text: code };
