import { readFileSync } from 'node:fs';

/** Milliseconds between two looks. */
const betweenLooks = 1_000;

/**
 * Resolves once the package manager that runs this script has gone, which ends no script of its own when it is killed; never without one:
 * who starts a command by hand may leave it running.
 */
export function parentGone(env: Readonly<Record<string, string | undefined>>, signal: AbortSignal): Promise<void> {
  const started = env['npm_lifecycle_event'] === undefined ? undefined : parents();
  return new Promise((resolve) => {
    if (started === undefined) return;
    const look = setInterval(() => parents() !== started && resolve(), betweenLooks);
    look.unref();
    signal.addEventListener('abort', () => clearInterval(look), { once: true });
  });
}

/** Our parent, and its own where the system tells: a shell between us and the package manager outlives that as well. */
function parents(): string {
  const { ppid } = process;
  try {
    // The name, in brackets, may hold spaces and brackets itself; state and parent follow it.
    const [, grandparent = ''] = /^.*\) \S (\d+)/s.exec(readFileSync(`/proc/${ppid}/stat`, 'utf8')) ?? [];
    return `${ppid} ${grandparent}`;
  } catch {
    return `${ppid}`;
  }
}
