import { emitKeypressEvents, type Key } from 'node:readline';
import { usageError } from '../cli-error.ts';
import type { CommandCall, CommandInput, CommandOutcome } from '../command.ts';
import { DevSession } from '../dev/dev-session.ts';
import { hearSignals, untilAborted } from '../interrupts.ts';
import { PageEvents } from '../page/page-events.ts';
import { PageServer } from '../page/page-server.ts';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Actions with their descriptions, by key. */
type KeyActions = Readonly<Record<string, { readonly does: string; readonly act: () => void }>>;

/** `service dev`: serves the node bundle of the project and builds it anew on every save, on the same port or pipe, until Ctrl-C. */
export async function runDev(call: CommandCall): Promise<CommandOutcome> {
  if (call.flags.switch('stdio') && call.stdin.isTTY)
    throw usageError('stdio-terminal', '--stdio speaks JSON-RPC over stdin, and stdin is this terminal', {
      hint: 'Let a client start `service dev --stdio`, or leave out --stdio',
    });
  const events = new PageEvents();
  const session = new DevSession(call, events);
  const page = await openPage(call, session, events);
  const quit = new Promise<'quit'>((resolve) => {
    const actions = keyActions({ call, session, page, quit: () => resolve('quit') });
    const release = call.flags.switch('stdio') ? undefined : listenForKeys(actions, call.stdin);
    if (release === undefined) return;
    call.output.say(call.output.paint('dim', `keys: ${describeKeys(actions)}`));
    process.once('exit', release);
  });
  try {
    const first = session.reload();
    const aborted = untilAborted(call.signal);
    const gone = Promise.race([session.clientGone, parentGone(call.env, call.signal)]).then(() => 'gone' as const);
    // Who ends it during the first build has not asked for what becomes of that.
    const failed = first.then(
      () => aborted,
      (error: unknown) => failedUnlessAborted(error, call.signal),
    );
    const ended = await Promise.race([failed, aborted, quit, gone]);
    await first.catch(() => undefined);
    return { exit: ended === undefined ? 'interrupted' : 'ok', data: null };
  } finally {
    page?.close();
    await session.close();
  }
}

/** The page of the server, unless nobody wants one: over stdio there is no address that it could ask. */
async function openPage({ cwd, flags, output }: CommandCall, session: DevSession, events: PageEvents): Promise<PageServer | undefined> {
  if (flags.switch('no-page') || flags.switch('stdio')) return undefined;
  const page = await PageServer.open({
    title: basename(cwd),
    events,
    named: () => session.url || undefined,
    placesOf: (request) => session.placesOf(request),
  });
  // Once there is a project; a folder that is none is an error and nothing else.
  const stop = events.listen(({ kind }) => {
    if (kind !== 'findings') return;
    stop();
    output.say(`${output.paint('green', 'page')} ${page.address}`);
  });
  return page;
}

async function failedUnlessAborted(error: unknown, signal: AbortSignal): Promise<undefined> {
  await hearSignals();
  if (!signal.aborted) throw error;
}

const notYet = 'Nothing is served yet.';

interface Keyboard {
  readonly call: CommandCall;
  readonly session: DevSession;
  readonly page: PageServer | undefined;
  readonly quit: () => void;
}

function keyActions({ call: { output }, page, quit, session }: Keyboard): KeyActions {
  const shown: KeyActions = page === undefined ? {} : { p: { does: 'page', act: () => output.say(page.address) } };
  return {
    ...shown,
    r: { does: 'restart', act: () => void session.reload().catch((error: unknown) => output.say(String(error))) },
    i: {
      does: 'inspector',
      act: () =>
        output.say(session.url === '' ? notYet : `npx @modelcontextprotocol/inspector --transport http --server-url ${session.url}`),
    },
    t: { does: 'tools', act: () => output.say(session.url === '' ? notYet : session.tools()) },
    q: { does: 'quit', act: quit },
  };
}

/** Reads single keys while a terminal is there. Returns what gives the terminal back as it was; undefined without a terminal. */
function listenForKeys(actions: KeyActions, stdin: CommandInput): (() => void) | undefined {
  if (stdin.isTTY !== true) return undefined;
  emitKeypressEvents(stdin);
  stdin.setRawMode?.(true);
  const onKey = (_text: string, { ctrl, name, sequence }: Key): void => {
    // In raw mode Ctrl-C is a key like others; it stays the signal that it was.
    if (ctrl === true && name === 'c') process.kill(process.pid, 'SIGINT');
    else actions[sequence ?? '']?.act();
  };
  stdin.on('keypress', onKey);
  stdin.resume();
  return () => {
    stdin.off('keypress', onKey);
    stdin.setRawMode?.(false);
    stdin.pause();
  };
}

/** `r restart, t tools, …` */
const describeKeys = (actions: KeyActions): string =>
  Object.entries(actions)
    .map(([key, { does }]) => `${key} ${does}`)
    .join(', ');

/** Milliseconds between two looks. */
const betweenLooks = 1_000;

/**
 * Resolves once the package manager that runs this script has gone, which ends no script of its own when it is killed; never without one:
 * who starts a command by hand may leave it running.
 */
function parentGone(env: Readonly<Record<string, string | undefined>>, signal: AbortSignal): Promise<void> {
  const started = env['npm_lifecycle_event'] === undefined ? undefined : parents();
  return new Promise((resolve) => {
    if (started === undefined) return;
    const look = setInterval(() => parents() !== started && resolve(), betweenLooks);
    look.unref();
    signal.addEventListener('abort', () => clearInterval(look), { once: true });
  });
}

/** Our parent, and its own where the system tells: a shell between us and the package manager outlives that as well. */
function parents(): string {
  const { ppid } = process;
  try {
    // The name, in brackets, may hold spaces and brackets itself; state and parent follow it.
    const [, grandparent = ''] = /^.*\) \S (\d+)/s.exec(readFileSync(`/proc/${ppid}/stat`, 'utf8')) ?? [];
    return `${ppid} ${grandparent}`;
  } catch {
    return `${ppid}`;
  }
}
