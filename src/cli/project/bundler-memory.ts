import { totalmem } from 'node:os';

const maxBytes = 1024 ** 3;

/**
 * Keeps esbuild, a Go program, from collecting garbage below a quarter of the memory, at most 1 GiB: its collector takes a quarter of the
 * time of a bundle. For commands that end after bundling. Call it before the configuration is read, which starts that process.
 *
 * @param variables those that the process will inherit; what their owner set is left alone
 */
export function setBundlerMemory(variables: Record<string, string | undefined>): void {
  if (variables['GOGC'] !== undefined || variables['GOMEMLIMIT'] !== undefined) return;
  // Zero where nothing limits the process; in a container the machine's memory says nothing.
  const allowed = process.constrainedMemory();
  const memory = allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
  variables['GOGC'] = 'off';
  variables['GOMEMLIMIT'] = String(Math.min(Math.floor(memory / 4), maxBytes));
}
