import type { CommandCall, CommandOutcome } from '../command.ts';
import { usageError } from '../cli-error.ts';
import { untilAborted } from '../interrupts.ts';
import { PageEvents } from '../page/page-events.ts';
import { PageServer } from '../page/page-server.ts';

/**
 * Serves the page of `service dev` for a server that runs already, until Ctrl-C. It needs no project.
 * @throws {CliError} exit 2 for what is no address
 */
export async function inspectPage({ output, signal }: CommandCall, given: string): Promise<CommandOutcome> {
  const address = readAddress(given);
  const events = new PageEvents();
  events.tell({ kind: 'server', state: 'serving', url: address.href });
  const page = await PageServer.open({ title: address.host, events, named: () => address.href });
  try {
    output.say(`${output.paint('green', 'page')} ${page.address}`);
    output.say(output.paint('dim', 'Ctrl-C ends it.'));
    await untilAborted(signal);
  } finally {
    page.close();
  }
  return { exit: 'interrupted', data: null };
}

function readAddress(given: string): URL {
  const hint = 'Write the address of the MCP endpoint whole: http://127.0.0.1:3000/mcp';
  const address = URL.canParse(given) ? new URL(given) : undefined;
  if (address === undefined || !['http:', 'https:'].includes(address.protocol))
    throw usageError('usage', '--page takes an http or https address', { hint });
  if (address.username !== '' || address.password !== '')
    throw usageError('usage', 'The address of --page holds a password', { hint: 'Leave it out, and sign in on the page' });
  return address;
}
