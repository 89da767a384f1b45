import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  analyse as analyseHere,
  type AnalysisResult,
  build as buildHere,
  type BuildResult,
  type CompileRequest,
} from '../../src/compiler/index.ts';
import type { Target } from '../../src/compiler/target.ts';
import { loadTarget } from '../../src/targets/index.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { createTestCache } from './compile-cache.ts';
import { askBuilder, attachTarget } from './builder/client.ts';

const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url));
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** For all builds of a test process. */
const cache = createTestCache();

export const fixtureRoot = (name: string): string => join(fixtures, name);

/** A compile request as the CLI makes it for a fixture. */
export function requestOf(root: string, name: string, more: Partial<CompileRequest> = {}): CompileRequest {
  return {
    root,
    entry: join(root, 'src', 'main.ts'),
    name,
    version: '1.4.0',
    configHttpPath: '/mcp',
    variables: {},
    build: {},
    typeCheck: false,
    evaluationTimeoutMs: 30_000,
    cache,
    ...more,
  };
}

/** A copy of a fixture outside the repository, to be changed; `change` maps project-relative paths to new texts. */
export function copyFixture(name: string, change: Readonly<Record<string, string>> = {}): { root: string; remove: () => void } {
  return copyProject(fixtureRoot(name), change);
}

/** What builds leave in a project. A copy that begins with somebody's old bundle is not the project, and nothing is written over what no build of it wrote. */
const built = new Set(['dist', '.service', 'node_modules', 'wrangler.toml']);

/** The same of any project folder. */
export function copyProject(folder: string, change: Readonly<Record<string, string>> = {}): { root: string; remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), `service-${basename(folder)}-`));
  for (const name of readdirSync(folder)) if (!built.has(name)) cpSync(join(folder, name), join(root, name), { recursive: true });
  symlinkSync(modules, join(root, 'node_modules'));
  for (const [path, text] of Object.entries(change)) writeFileSync(join(root, path), text);
  return { root, remove: () => rmSync(root, { recursive: true }) };
}

/** As `build` of the compiler, by the builder of the test run where there is one: every project is built once per run, and this process loads no compiler. */
export async function build(request: CompileRequest, target: Target): Promise<BuildResult> {
  const kept = target === (await loadTarget(target.name)) ? await askBuilder(request, target) : undefined;
  return kept === undefined ? buildHere(request, target) : attachTarget(kept, target);
}

/** As `analyse` of the compiler, in the same way. */
export const analyse = async (request: CompileRequest): Promise<AnalysisResult> => (await askBuilder(request)) ?? analyseHere(request);

/** The bundle's text and report; throws with the findings when the build has errors. */
export async function bundleOf(
  request: CompileRequest,
  target: Target = nodeTarget,
): Promise<{ code: string; result: BuildResult; report: NonNullable<BuildResult['output']>['report'] }> {
  const result = await build(request, target);
  if (result.output === undefined)
    throw new Error(result.diagnostics.map(({ code, message, span }) => `${span?.file}:${span?.line} ${code}: ${message}`).join('\n'));
  const [bundle] = result.output.files;
  return { code: String(bundle?.contents), result, report: result.output.report };
}
