import { closeSync, mkdirSync, openSync, readdirSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessEnvironment } from '../options/env.ts';

export interface LogFile {
  write(text: string): void;
  close(): void;
}

/**
 * A new log file under `SERVICE_LOG_DIR`, else `<SERVICE_HOME or ~/.service>/logs`, the oldest beyond `SERVICE_LOGS_MAX` removed. It is
 * there once something is written.
 */
export function createLogFile(name: string, environment: ProcessEnvironment, now: Date): LogFile {
  /** Null where logs are off or the folder cannot be written: a server must not fail for want of a log. */
  let descriptor: number | null | undefined;
  return {
    write: (text) => {
      if (descriptor === undefined) descriptor = openLogFile(name, environment, now);
      if (descriptor !== null) writeQuietly(descriptor, text);
    },
    close: () => {
      if (typeof descriptor === 'number') closeSync(descriptor);
    },
  };
}

function openLogFile(name: string, environment: ProcessEnvironment, now: Date): number | null {
  if (environment.SERVICE_LOGS_MAX === 0) return null;
  const folder =
    environment.SERVICE_LOG_DIR ??
    join(environment.SERVICE_HOME ?? join(process.getBuiltinModule('node:os').homedir(), '.service'), 'logs');
  const safeName = name.replaceAll(/[^A-Za-z0-9._-]/g, '_');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const stamp = now.toISOString().replaceAll(/[:.]/g, '-');
    const descriptor = openSync(join(folder, `${safeName}-${stamp}-${process.pid}.log`), 'a', 0o600);
    removeOldest(folder, `${safeName}-`, environment.SERVICE_LOGS_MAX);
    return descriptor;
  } catch {
    return null;
  }
}

function writeQuietly(descriptor: number, text: string): void {
  try {
    writeSync(descriptor, text);
  } catch {
    // A full disk must not end a call.
  }
}

/** Names carry the time, so their order is their age. */
function removeOldest(folder: string, prefix: string, kept: number): void {
  const files = readdirSync(folder)
    .filter((file) => file.startsWith(prefix) && file.endsWith('.log'))
    .sort();
  for (const file of files.slice(0, Math.max(0, files.length - kept))) unlinkSync(join(folder, file));
}
