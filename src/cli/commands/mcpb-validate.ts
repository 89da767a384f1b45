import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { usageError } from '../cli-error.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { checkArchive } from '../mcpb/check-archive.ts';

/** Archives with executables of five systems stay below. */
const maxBytes = 1024 * 1024 * 1024;

/** `service mcpb validate <file>`: whether hosts accept an archive, and whether its server brings all it needs. Nothing is unpacked or run. */
export async function runMcpbValidate(call: CommandCall): Promise<CommandOutcome> {
  const [named = ''] = call.arguments;
  const faults = await checkArchive(await readWhole(resolve(call.cwd, named)));
  return {
    exit: faults.length === 0 ? 'ok' : 'failure',
    data: { file: resolve(call.cwd, named), valid: faults.length === 0, problems: [...faults] },
    text: faults.length === 0 ? 'archive is valid' : faults.join('\n'),
  };
}

async function readWhole(file: string): Promise<Buffer> {
  const refuse = (why: string): Error => usageError('archive-unreadable', `${file} ${why}`, { hint: 'Name an .mcpb file' });
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw refuse(`cannot be read (${error instanceof Error && 'code' in error ? String(error.code) : String(error)})`);
  });
  try {
    const { size } = await handle.stat().then((found) => {
      if (!found.isFile()) throw refuse('is not a file');
      return found;
    });
    if (size > maxBytes) throw refuse(`is larger than ${maxBytes} bytes`);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
