import type { CommandCall, CommandOutcome } from '../command.ts';
import { DevSession } from '../dev/dev-session.ts';

/** `service dev`: serves the node bundle of the project and builds it anew on every save, on the same port, until Ctrl-C. */
export async function runDev(call: CommandCall): Promise<CommandOutcome> {
  const session = new DevSession(call);
  try {
    await session.reload();
    await untilAborted(call.signal);
  } finally {
    await session.close();
  }
  return { exit: 'interrupted', data: null };
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true })));
}
