import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { newestNode } from '../../scripts/serving/judges.ts';
import { buildProject, buildWorker } from '../../scripts/serving/build-project.ts';
import { freePort } from '../../scripts/serving/free-port.ts';
import { runProgram } from '../../scripts/testing/run-program.ts';
import { ourProject, xmcpProject, type ProjectFiles } from './projects.ts';
import { build } from 'esbuild';

const bench = resolve(import.meta.dirname, '..');
const root = resolve(bench, '..');

/** Everything that is started or measured later, built. */
export interface Prepared {
  readonly folder: string;
  readonly node: string;
  readonly ours: { readonly project: string; readonly bundle: string; readonly worker: string };
  /** The template that users begin with. */
  readonly basic: { readonly project: string; readonly bundle: string; readonly worker: string };
  /** Bundles of the official SDKs with the same tools: one file, minified. */
  readonly sdk1: PeerBundles;
  readonly sdk2: PeerBundles;
  readonly xmcp: Xmcp | { readonly missing: string };
}

export interface PeerBundles {
  readonly node: string;
  readonly worker: string;
}

interface Xmcp {
  readonly folder: string;
  readonly port: number;
}

export async function prepare(): Promise<Prepared> {
  const folder = mkdtempSync(join(tmpdir(), 'service-bench-'));
  const ours = writeProject(join(folder, 'ours'), ourProject(), join(root, 'node_modules'));
  const basic = join(folder, 'basic');
  cpSync(join(root, 'src/templates/basic'), basic, { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(basic, 'node_modules'), 'dir');
  return {
    folder,
    node: newestNode(),
    ours: await buildBoth(ours),
    basic: await buildBoth(basic),
    sdk1: await bundleBoth('sdk1', folder),
    sdk2: await bundleBoth('sdk2', folder),
    xmcp: await prepareXmcp(join(folder, 'xmcp')),
  };
}

export const discard = ({ folder }: Prepared): void => rmSync(folder, { recursive: true, force: true });

/** Our server alone, for a profile: names are kept without minification. */
export async function buildOurs(folder: string, build: { readonly minify: boolean }) {
  return buildProject(writeProject(folder, ourProject(build), join(root, 'node_modules')), undefined, ['--no-check']);
}

async function buildBoth(project: string) {
  const { bundle } = await buildProject(project, undefined, ['--no-check']);
  return { project, bundle, worker: await buildWorker(project, ['--no-check']) };
}

async function bundleBoth(name: 'sdk1' | 'sdk2', folder: string): Promise<PeerBundles> {
  const node = join(folder, `${name}.mjs`);
  const worker = join(folder, `${name}-worker.mjs`);
  await bundlePeer({ entry: join(bench, `peers/${name}.mjs`), outfile: node, platform: 'node' });
  await bundlePeer({ entry: join(bench, `peers/${name}-worker.mjs`), outfile: worker, platform: 'neutral' });
  return { node, worker };
}

/** Writes a project beside the packages it may import. */
export function writeProject(folder: string, files: ProjectFiles, modules: string): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  symlinkSync(modules, join(folder, 'node_modules'), 'dir');
  return folder;
}

/** Its compiler has binary parts that not every machine gets; then the run goes on without it and says why. */
async function prepareXmcp(folder: string): Promise<Prepared['xmcp']> {
  const port = await freePort();
  writeProject(folder, xmcpProject(port), join(bench, 'node_modules'));
  const run = await runProgram(newestNode(), [join(bench, 'node_modules/xmcp/dist/cli.js'), 'build'], { cwd: folder });
  return run.code === 0 ? { folder, port } : { missing: `its build ended with code ${run.code}: ${run.stderr.slice(-500)}` };
}

/** One minified file, as somebody would ship it who cares for size. */
async function bundlePeer(order: { entry: string; outfile: string; platform: 'node' | 'neutral' }): Promise<void> {
  const { entry, outfile, platform } = order;
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    platform,
    target: 'es2023',
    logLevel: 'error',
    ...(platform === 'node'
      ? { banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" } }
      : { conditions: ['workerd', 'worker', 'browser'], mainFields: ['module', 'main'], external: ['node:*'] }),
  });
}
