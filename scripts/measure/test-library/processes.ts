import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Processes that inherited a variable, with their command lines; for Linux. */
export function processesWith(variable: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const hasIt = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(variable);
        return hasIt ? [`${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()}`] : [];
      } catch {
        // It has ended, or belongs to somebody else.
        return [];
      }
    });
}

/** Locks of ports whose owners are dead. */
export function staleLocks(): readonly string[] {
  const folder = join(tmpdir(), 'service-test-ports');
  try {
    return readdirSync(folder).filter((name) => isStale(join(folder, name)));
  } catch {
    return [];
  }
}

function isStale(file: string): boolean {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    process.kill(pid, 0);
    // A zombie has ended; its parent has not read the exit code yet.
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

/** Waits until nothing is left; resolves with what is after the limit. */
export async function leftAfter(limitMs: number, left: () => readonly string[]): Promise<readonly string[]> {
  const deadline = Date.now() + limitMs;
  while (left().length > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
  return left();
}
