import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const taskset = '/usr/bin/taskset';

/** Whether servers and load have a core each; otherwise they share, and only CPU times can be trusted. */
export const canPin = process.platform === 'linux' && existsSync(taskset) && availableParallelism() > 1;

/** A command on the core of its role. */
export const pinned = (role: 'server' | 'load', command: readonly string[]): string[] =>
  canPin ? [taskset, '-c', role === 'server' ? '0' : '1', ...command] : [...command];
