import type { Plugin } from 'esbuild';

/** `events` and `node:events`, of the modules that the platform has; undefined for all others. */
export function platformBuiltin(name: string, builtins: ReadonlySet<string> | undefined): string | undefined {
  const plain = name.replace(/^node:/, '');
  return builtins?.has(plain) === true ? `node:${plain}` : undefined;
}

const required = 'service-required-builtin';

/** Leaves modules of Node to a platform that has them. A `require` has no equal in an ES module, so it gets a module that imports. */
export const createBuiltinsPlugin = (builtins: ReadonlySet<string>): Plugin => ({
  name: 'service-platform-builtins',
  setup(build) {
    const filter = new RegExp(`^(?:node:)?(?:${[...builtins].join('|')})$`);
    build.onResolve({ filter }, ({ kind, path }) => {
      const name = platformBuiltin(path, builtins);
      if (name === undefined) return undefined;
      return kind === 'require-call' ? { path: name, namespace: required } : { path: name, external: true };
    });
    build.onLoad({ filter: /.*/, namespace: required }, ({ path }) => ({
      contents: `import value from ${JSON.stringify(path)};\nmodule.exports = value;`,
      loader: 'js',
    }));
  },
});
