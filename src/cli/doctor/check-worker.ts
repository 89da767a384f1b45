import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, runChild, startChild, type BuildResult } from '../../compiler/index.ts';
import { compileRequest, targetOf } from '../project/open-project.ts';
import { printSize } from '../project/print-size.ts';
import { fail, pass, warn, type DoctorCheck, type Finding } from './doctor-check.ts';

/** Compressed sizes that worker platforms take: without and with a paid plan. */
const freeBytes = 3 * 1024 * 1024;
const maxBytes = 10 * 1024 * 1024;

/** Time for the module's top level, after which platforms refuse a worker. */
const startLimitMs = 1000;

/** Tells how long importing a module took; the name comes as an argument, so that nothing of it is program text. */
const timer =
  "import { writeSync } from 'node:fs'; const begun = performance.now(); await import(process.argv[2]); writeSync(3, String(performance.now() - begun)); process.exit();";

/** Size and start of the worker bundle, when one is deployed: both are limits of the platform, found out at the deploy otherwise. */
export const checkWorker: DoctorCheck = async ({ project, call }) => {
  const deployment = project?.deployments.find(({ target }) => target === 'worker');
  if (project === undefined || deployment === undefined) return [];
  const request = compileRequest(project, deployment, { typeCheck: false, call });
  const { output, diagnostics } = await build(request, await targetOf(deployment));
  if (output === undefined) {
    const reason = diagnostics.find(({ severity }) => severity === 'error')?.message ?? 'it has errors';
    return [fail('worker', `cannot be built: ${reason}`, '`service build --target worker` shows every error')];
  }
  return [sizeFinding(output.report.gzipBytes), ...(await startFinding(output, call.signal))];
};

function sizeFinding(bytes: number): Finding {
  const says = `${printSize(bytes)} compressed`;
  const fix = '`service inspect --target worker` names the largest packages';
  if (bytes > maxBytes) return fail('worker', `${says}, and platforms take at most ${printSize(maxBytes)}`, fix);
  return bytes > freeBytes
    ? warn('worker', `${says}; without a paid plan platforms take ${printSize(freeBytes)}`, fix)
    : pass('worker', says);
}

async function startFinding({ files }: NonNullable<BuildResult['output']>, signal: AbortSignal): Promise<readonly Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'service-doctor-'));
  try {
    for (const { path, contents } of files)
      if (path.endsWith('.js')) await writeFile(join(folder, path.replace(/\.js$/, '.mjs')), contents);
    const bundle = pathToFileURL(join(folder, 'index.mjs')).href;
    // The bundle holds the same modules as the definitions, so it gets the same restrictions.
    const child = startChild({ cwd: folder, isModule: true, words: [bundle] });
    const end = await runChild(timer, { child, timeoutMs: 20 * startLimitMs, signal }).finally(() => child.process.kill('SIGKILL'));
    // What only the platform has cannot be imported here, and is no fault.
    if (end.kind !== 'reported') return [];
    const milliseconds = Math.round(Number(end.text));
    const says = `its modules load in ${milliseconds} ms on this machine`;
    return [
      milliseconds <= startLimitMs
        ? pass('worker', says)
        : warn(
            'worker',
            `${says}; platforms refuse a start above ${startLimitMs} ms`,
            'Do at the first call what now happens while modules load',
          ),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
