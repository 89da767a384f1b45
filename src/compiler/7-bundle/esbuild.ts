import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { createProjectPlugin, type SdkCopy } from '../bundling/index.ts';
import type { BundlePlan, CompileRequest } from '../compile-types.ts';
import { pageFiles } from './auth-pages.ts';
import { borrowedModules } from './borrowed-modules.ts';
import type { BundledFile } from './bundled-file.ts';
import { isZodFile } from './zod-report.ts';

export async function bundleWithEsbuild(plan: BundlePlan, request: CompileRequest, sdk: SdkCopy): Promise<BundledFile> {
  const { platform, format, syntax, conditions } = plan.target.bundle;
  const result = await build({
    entryPoints: ['service:entry'],
    absWorkingDir: plan.root,
    outfile: `${plan.root}/service-bundle.js`,
    write: false,
    bundle: true,
    platform,
    // Without a platform esbuild reads no entry fields of packages that have no `exports`.
    ...(platform === 'neutral' ? { mainFields: ['module', 'main'] } : {}),
    format,
    target: syntax,
    minify: request.build.minify ?? true,
    treeShaking: true,
    charset: 'utf8',
    legalComments: 'eof',
    sourcemap: false,
    metafile: true,
    logLevel: 'silent',
    conditions: [...sdk.conditions, ...conditions],
    external: [...(request.build.external ?? [])],
    define: { ...(format === 'cjs' ? importMeta : {}), ...request.build.define },
    ...(format === 'cjs' ? { inject: [ownModule('import-meta-url')] } : {}),
    ...(plan.tsconfig === undefined ? {} : { tsconfig: plan.tsconfig }),
    plugins: [
      createProjectPlugin({
        sdk,
        generated: plan.generated,
        aliases: { server: plan.model.entry.file, ...pageFiles(plan) },
        edits: plan.edits,
        compiled: plan.compiled,
        tsconfig: plan.tsconfig,
        borrowed: borrowedModules(plan),
        forBundle: true,
      }),
    ],
  });
  const output = Object.values(result.metafile.outputs)[0];
  return {
    code: result.outputFiles[0]?.text ?? '',
    bytesByInput: Object.fromEntries(Object.entries(output?.inputs ?? {}).map(([path, { bytesInOutput }]) => [path, bytesInOutput])),
    zodImporters: Object.entries(result.metafile.inputs)
      .filter(([path, { imports }]) => !isZodFile(path) && imports.some((one) => isZodFile(one.path)))
      .map(([path]) => path),
    inputs: Object.keys(result.metafile.inputs)
      .filter((path) => !path.startsWith('service-generated:'))
      .map((path) => resolve(plan.root, path)),
  };
}

/** CommonJS has no `import.meta`; these stand for its members. */
const importMeta = { 'import.meta.url': 'importMetaUrl', 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' };

/** Modules of ours that go into the bundle: TypeScript in a checkout, JavaScript when published. */
function ownModule(name: string): string {
  const source = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  return existsSync(source) ? source : fileURLToPath(new URL(`./${name}.js`, import.meta.url));
}
