import { connect, RevisionRefused, TimeLimitReached, type OpenChannel } from '@service/sdk/client';
import { stdio } from '@service/sdk/client/node';
import { messageOf } from '@service/sdk/internal';
import { parseJsonObject } from '@service/sdk/model';
import { answerLimitMs, clientInfo, lastWords, startEnvironment, type StartAnswer, type Started } from './start-message.ts';

/** How long a server that has answered may take to end by itself, and again when it is asked to. */
const endMs = 1000;

/** Starts a server as clients on a machine of one person do, and asks it one question. */
export async function askStdio(started: Started): Promise<StartAnswer> {
  const { scratch, script, signal } = started;
  const begun = performance.now();
  let heard = begun;
  let said = '';
  const env = { ...startEnvironment(started), SERVICE_STDIO: '1' };
  const open = stdio(process.execPath, [script], { cwd: scratch, env, endMs, onStderr: (text) => void (said += text) });
  const server: OpenChannel = (listener) =>
    open({
      ...listener,
      // Clients pass over what a server prints beside its messages.
      message: (line) => {
        if (parseJsonObject(line) === undefined) return;
        heard = performance.now();
        listener.message(line);
      },
    });
  try {
    const client = await connect(server, { clientInfo, era: 'session', timeoutMs: answerLimitMs, ...(signal && { signal }) });
    const milliseconds = heard - begun;
    await client.close();
    return { kind: 'answered', milliseconds };
  } catch (failure) {
    signal?.throwIfAborted();
    // The server runs.
    if (failure instanceof RevisionRefused) return { kind: 'answered', milliseconds: heard - begun };
    if (failure instanceof TimeLimitReached) return { kind: 'silent' };
    return { kind: 'ended', said: lastWords(said, messageOf(failure).replace(/^The server/, 'it')) };
  }
}
