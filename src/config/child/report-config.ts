/* Runs in a restricted process: loads a config and tells its value, which is data, to the command line. */
import { writeSync } from 'node:fs';
import type { ConfigReport } from '../config-report.ts';

/** Called by the generated entry. */
export async function reportConfig(load: () => Promise<unknown>): Promise<void> {
  try {
    send({ kind: 'value', text: JSON.stringify(await load(), asData) });
  } catch (error) {
    send({ kind: 'threw', message: messageOf(error) });
  }
}

/** A config has no use for anything else, and the check of its keys says where one is. */
const asData = (_key: string, value: unknown): unknown =>
  typeof value === 'function' || typeof value === 'bigint' || typeof value === 'symbol' ? `[${typeof value}]` : value;

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!('permission' in error)) return error.message;
  const what =
    error.permission === 'ChildProcess' ? 'start a process' : error.permission === 'FileSystemWrite' ? 'write a file' : 'leave its process';
  return `it tried to ${what}, and this command only looks at a config`;
}

function send(report: ConfigReport): never {
  const bytes = Buffer.from(JSON.stringify(report));
  for (let sent = 0; sent < bytes.length;) sent += writeSync(3, bytes, sent);
  return process.exit(0);
}
