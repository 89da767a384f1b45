/* Runs in a restricted process: loads a config and tells its value, which is data, to the command line. */
import { writeSync } from 'node:fs';

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

/** What Node's permission model and `bin/restrict.cjs` deny, for the author. */
const deniedActs: Readonly<Record<string, string>> = {
  ChildProcess: 'start a process',
  FileSystemWrite: 'write a file',
  Net: 'reach the network',
  Signal: 'send a signal to another process',
};

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const permission = deniedPermission(error);
  if (permission === undefined) return error.message;
  return `it tried to ${deniedActs[permission] ?? 'leave its process'}, and this command only looks at a config`;
}

/** Of the error, or of its cause: `fetch` says no more than that it failed. */
function deniedPermission(error: Error): string | undefined {
  for (const one of [error, error.cause]) if (one instanceof Error && 'permission' in one) return String(one.permission);
  return undefined;
}

function send(report: ConfigReport): never {
  const bytes = Buffer.from(JSON.stringify(report));
  for (let sent = 0; sent < bytes.length;) sent += writeSync(3, bytes, sent);
  return process.exit(0);
}
/** The one message of the process that evaluates a config to the command line. */
export type ConfigReport =
  | {
      readonly kind: 'value';
      /** JSON of the module's exports. */
      readonly text: string;
    }
  | { readonly kind: 'threw'; readonly message: string };
