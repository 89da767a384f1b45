import { join } from 'node:path';
import { ConfigProblem } from '../../../src/config/config-problem.ts';
import { loadProject, type Project, type ProjectDeployment } from '../../../src/config/load-project.ts';
import { build, type CompileRequest, writeScratch } from '../../../src/compiler/index.ts';
import type { Target } from '../../../src/compiler/target.ts';
import { nodeTarget } from '../../../src/targets/node/target.ts';
import { workerTarget } from '../../../src/targets/worker/target.ts';
import { createTestCache } from '../../../test/support/compile-cache.ts';
import type { BuildName, FidelityProject } from '../project.ts';
import { entryPath } from './running-server.ts';

const cache = createTestCache();

const plans: Readonly<Record<BuildName, { readonly target: Target; readonly bundler: 'esbuild' | 'rollup' }>> = {
  'node-esbuild': { target: nodeTarget, bundler: 'esbuild' },
  'node-rollup': { target: nodeTarget, bundler: 'rollup' },
  worker: { target: workerTarget, bundler: 'esbuild' },
};

export interface Built {
  readonly kind: 'built';
  /** Absolute path of the bundle. */
  readonly bundle: string;
  /** Text of the platform file; empty for targets without one. */
  readonly platformFile: string;
}

export interface Refused {
  readonly kind: 'refused';
  /** Codes of the errors, each once. */
  readonly codes: readonly string[];
  readonly text: string;
}

/** Builds a project as `service build` does, in this process, into `<root>/dist/<build name>`. */
export async function buildProject(project: FidelityProject, name: BuildName): Promise<Built | Refused> {
  const { bundler, target } = plans[name];
  let settled: Project;
  try {
    settled = await loadProject({ cwd: project.root, env: {}, flags: { entry: project.entry }, targets: [target.name] });
  } catch (error) {
    if (error instanceof ConfigProblem) return { kind: 'refused', codes: error.diagnostics.map(({ code }) => code), text: error.message };
    throw error;
  }
  const [deployment] = settled.deployments;
  if (deployment === undefined) throw new Error(`${project.name} has no deployment`);
  const request = { ...requestOf(settled, deployment), cache };
  const withBundler = { ...request, build: { ...request.build, bundler } };
  const result = await build(withBundler, target);
  if (result.output === undefined) {
    const errors = result.diagnostics.filter(({ severity }) => severity === 'error');
    const lines = errors.map(
      ({ code, message, span }) => `${span?.file ?? ''}:${span?.line ?? ''}:${span?.column ?? ''} ${code}: ${message}`,
    );
    return { kind: 'refused', codes: [...new Set(errors.map(({ code }) => code))], text: lines.join('\n') };
  }
  const folder = join(project.root, 'dist', name);
  await writeScratch(withBundler, result, folder);
  const bundle = join(folder, result.output.files[0]?.path ?? '');
  return { kind: 'built', bundle, platformFile: result.output.platformFile?.contents(bundle) ?? '' };
}

/** What the command line asks of the compiler for one deployment. */
function requestOf(project: Project, deployment: ProjectDeployment): CompileRequest {
  const { esbuild } = project.build;
  return {
    root: project.root,
    entry: project.entry.value,
    name: project.name.value,
    version: project.version.value,
    configHttpPath: project.httpPath?.value ?? entryPath,
    ...(project.httpPort === undefined ? {} : { configHttpPort: project.httpPort.value }),
    variables: deployment.variables,
    build: {
      ...(project.build.assets === undefined ? {} : { assets: project.build.assets }),
      ...(project.build.loader === undefined ? {} : { loader: project.build.loader }),
      ...(esbuild?.external === undefined ? {} : { external: esbuild.external }),
      ...(esbuild?.define === undefined ? {} : { define: esbuild.define }),
      ...(esbuild?.minify === undefined ? {} : { minify: esbuild.minify }),
    },
    typeCheck: false,
    evaluationTimeoutMs: 30_000,
  };
}
