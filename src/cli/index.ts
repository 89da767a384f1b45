import { listenForInterrupts } from './interrupts.ts';
import { finish } from './output.ts';
import { runCommandLine } from './run-command-line.ts';

/** Runs one command line and ends the process with its exit code. */
export async function main(args: readonly string[]): Promise<void> {
  const signal = listenForInterrupts((code) => void finish(code));
  const { env, stderr, stdout } = process;
  const code = await runCommandLine(args, {
    env,
    stdout,
    stderr,
    signal,
    // Only where a command asks: a folder that was deleted has no path, and most commands leave stdin to their parent.
    get cwd() {
      return process.cwd();
    },
    get stdin() {
      return process.stdin;
    },
  });
  await finish(code);
}
