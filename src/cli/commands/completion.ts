import { closestName } from '@service/sdk/internal';
import { completionFunction, shells } from '@service/sdk/terminal';
import { readFileSync } from 'node:fs';
import { usageError } from '../cli-error.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';

/** `service completion <shell>`: the script that a shell loads; it asks this command line for proposals. */
export function runCompletion(call: CommandCall): Promise<CommandOutcome> {
  const [typed = ''] = call.arguments;
  const shell = shells.find((name) => name === typed);
  if (shell === undefined)
    throw usageError('usage', `There is no completion for '${typed}'`, {
      hint: `Shells: ${shells.join(', ')}`,
      suggestion: closestName(typed, shells),
    });
  const asking = completionFunction(shell, { id: 'service', find: '_service_find' });
  const script = readFileSync(new URL(`../completion/${shell}.txt`, import.meta.url), 'utf8').replace('@complete@', () => asking);
  return Promise.resolve({ exit: 'ok', data: { shell, script }, text: script });
}
