import { transform } from 'esbuild';

/** What CommonJS packages find around them, each under a name of our own. An ES module has none of it. */
const names = {
  require: { as: 'service$require', value: "process.getBuiltinModule('node:module').createRequire(import.meta.url)" },
  __filename: { as: 'service$filename', value: "process.getBuiltinModule('node:url').fileURLToPath(import.meta.url)" },
  __dirname: {
    as: 'service$dirname',
    value: "process.getBuiltinModule('node:url').fileURLToPath(new URL('.',import.meta.url)).slice(0,-1)",
  },
};

/** Replaces them where the text does not declare them itself, and declares what it uses of them. */
export async function withCommonNames(
  code: string,
  { minify, syntax }: { readonly minify: boolean; readonly syntax: string },
): Promise<string> {
  const made = await transform(code, {
    minify,
    target: syntax,
    format: 'esm',
    charset: 'utf8',
    legalComments: 'eof',
    define: Object.fromEntries(Object.entries(names).map(([name, { as }]) => [name, as])),
  });
  const used = Object.values(names).filter(({ as }) => made.code.includes(as));
  return used.length === 0 ? made.code : `const ${used.map(({ as, value }) => `${as}=${value}`).join(',')};\n${made.code}`;
}
