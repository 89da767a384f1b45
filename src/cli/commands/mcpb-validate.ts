import { resolve } from 'node:path';
import { usageError } from '../cli-error.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { checkArchive } from '../mcpb/check-archive.ts';
import { maxArchiveBytes, readWhole } from '../read-whole.ts';

/** `service mcpb validate <file>`: whether hosts accept an archive, and whether its server brings all it needs. Nothing is unpacked or run. */
export async function runMcpbValidate(call: CommandCall): Promise<CommandOutcome> {
  const [named = ''] = call.arguments;
  const file = resolve(call.cwd, named);
  const refuse = (why: string): Error => usageError('archive-unreadable', `${file} ${why}`, { hint: 'Name an .mcpb file' });
  const faults = await checkArchive(await readWhole(file, { maxBytes: maxArchiveBytes, refuse }));
  return {
    exit: faults.length === 0 ? 'ok' : 'failure',
    data: { file, valid: faults.length === 0, problems: [...faults] },
    text: faults.length === 0 ? 'archive is valid' : faults.join('\n'),
  };
}
