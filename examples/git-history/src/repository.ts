import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Provider, ProviderScope, PublicMcpError } from '@service/sdk';

const run = promisify(execFile);
const largestOutput = 4 * 1024 * 1024;

/** The repository that is shown: `GIT_ROOT`, or where the server was started. */
@Provider({ name: 'repository', scope: ProviderScope.GLOBAL })
export class Repository {
  readonly #root = process.env['GIT_ROOT'] ?? '.';

  /** Runs git without a shell, without a pager and without programs that the repository's own configuration names. */
  async git(args: readonly string[], signal: AbortSignal): Promise<string> {
    const options = ['--no-pager', '-c', 'core.fsmonitor=false', '-c', 'diff.external=', '-C', this.#root, '--literal-pathspecs'];
    try {
      const { stdout } = await run('git', [...options, ...args], {
        signal,
        maxBuffer: largestOutput,
        env: { ...process.env, GIT_OPTIONAL_LOCKS: '0' },
      });
      return stdout;
    } catch (error) {
      const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
      throw new PublicMcpError(said === '' ? 'git failed' : said);
    }
  }
}
