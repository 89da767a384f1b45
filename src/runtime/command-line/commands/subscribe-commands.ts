import { oneLine } from '../../terminal/index.ts';
import { exitCodes } from '../failures.ts';
import type { JsonObject } from '../../model/index.ts';
import type { CommandCall, OwnCommand } from './command.ts';

/** Commands that print changes until Ctrl-C. */
export const subscribeCommands: readonly OwnCommand[] = [
  {
    name: 'subscribe resource',
    arguments: [{ name: 'uri', required: true }],
    summary: 'Print a line whenever a resource changes, until Ctrl-C',
    run: (call) => listen(call, { resourceSubscriptions: [call.positionals[0] ?? ''] }),
  },
  {
    name: 'subscribe notification',
    summary: 'Print a line whenever a list of the server changes, until Ctrl-C',
    run: (call) => listen(call, { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true }),
  },
];

const acknowledged = 'notifications/subscriptions/acknowledged';

async function listen(call: CommandCall, notifications: JsonObject): Promise<number> {
  const client = await call.client();
  try {
    await client.listen(notifications, (method, params) => {
      if (method === acknowledged) call.host.terminal.error('Listening; Ctrl-C ends it.\n');
      else call.print({ method, params }, oneLine(`${method}${typeof params['uri'] === 'string' ? ` ${params['uri']}` : ''}`));
    });
  } catch (failure) {
    if (!call.signal.aborted) throw failure;
  }
  return exitCodes.ok;
}
