import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { ExecutableFailed } from '../failures.ts';

const injected = 'injected by NODE_OPTIONS';

/**
 * Starts an executable with `--version`, an empty PATH and a module in NODE_OPTIONS. Versions of Node ignore settings that they do not know:
 * only a start shows whether variables can put other code in front of the server's.
 * @throws {ExecutableFailed}
 */
export async function proveExecutable(file: string, version: string): Promise<{ readonly loadsNodeOptions: boolean }> {
  const probe = join(dirname(file), 'probe.cjs');
  await writeFile(probe, `process.stdout.write(${JSON.stringify(injected)});`);
  const { exitCode, signal, stderr, stdout } = await execa(file, ['--version'], {
    env: { PATH: '', NODE_OPTIONS: `--require ${JSON.stringify(probe)}` },
    stdin: 'ignore',
    timeout: 20_000,
    reject: false,
  });
  if (stdout === version) return { loadsNodeOptions: false };
  if (stdout === injected + version) return { loadsNodeOptions: true };
  const ended = exitCode === undefined ? (signal ?? 'no start') : `exit code ${exitCode}`;
  throw new ExecutableFailed('tool', {
    message: `The single executable did not answer --version with ${version} (${ended}): ${stderr.trim() || stdout || 'no output'}`,
    hint: 'Run the build with another version of Node; programs must be allowed to run in the temporary folder (TMPDIR)',
  });
}
