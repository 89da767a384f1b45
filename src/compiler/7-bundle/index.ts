/* Phase 7: the plan becomes one file in memory, by esbuild or by rollup, with a report of what is in it and why. */
import { gzipSync } from 'node:zlib';
import { bundlerFindings, createSdkTest, isBundlerFailure, type SdkCopy } from '../bundling/index.ts';
import type { BundlePlan, BundleReport, CompileRequest } from '../compile-types.ts';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import { bundleAuthPages } from './auth-pages.ts';
import type { BundledFile } from './bundled-file.ts';
import { bundleWithEsbuild } from './esbuild.ts';
import { printOrder } from './module-order.ts';
import { packagesOf } from './packages.ts';
import { zodReport } from './zod-report.ts';

export type BundleResult = { readonly code: string; readonly report: BundleReport } | { readonly diagnostics: readonly Diagnostic[] };

export async function bundle(planned: BundlePlan, request: CompileRequest, sdk: SdkCopy): Promise<BundleResult> {
  const pages = planned.pages.length === 0 ? noPages : await bundleAuthPages(planned, request, sdk);
  if ('diagnostics' in pages) return pages;
  // Who reads a bundle finds it in the order of its imports.
  const order = request.build.minify === false ? '' : printOrder(planned, sdk);
  const plan = { ...planned, generated: { ...planned.generated, ...pages.generated, order } };
  try {
    const made = await (request.build.bundler === 'rollup' ? (await import('./rollup.ts')).bundleWithRollup : bundleWithEsbuild)(
      plan,
      request,
      sdk,
    );
    const inputs = [...made.inputs, ...pages.inputs];
    return { code: made.code, report: reportOf({ ...made, inputs }, plan, createSdkTest(sdk)) };
  } catch (error) {
    if (isBundlerFailure(error)) return { diagnostics: bundlerFindings(plan.root, error.errors) };
    // rollup's errors have a code, and a plugin where one threw.
    if (error instanceof Error && ('plugin' in error || isRollupFailure(error)))
      return { diagnostics: [diagnose('bundle-failed', { text: error.message })] };
    throw error;
  }
}

/** As packages of CommonJS cause where they are imported by name: rollup reads ES modules alone. */
const isRollupFailure = (error: Error): boolean => error.name === 'RollupError' && 'code' in error;

const noPages = { generated: {}, inputs: [] };

function reportOf(made: BundledFile, plan: BundlePlan, isSdk: (path: string) => boolean): BundleReport {
  return {
    bytes: Buffer.byteLength(made.code),
    gzipBytes: gzipSync(made.code, { level: 9 }).byteLength,
    inputs: made.inputs,
    bundled: Object.keys(made.bytesByInput).filter((path) => made.bytesByInput[path] !== 0),
    packages: packagesOf(made.bytesByInput, { root: plan.root, isSdk }),
    ...zodReport(made, plan, { root: plan.root, isSdk }),
    features: [...plan.features, ...plan.revisions].map(({ name, because }) => ({ name, because })),
  };
}
