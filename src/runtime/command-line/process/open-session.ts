import type { Globals } from '../arguments/flag.ts';
import { answerAt } from '../commands/answer-question.ts';
import type { Host, Program } from '../commands/command.ts';
import { Client } from '../../client/client.ts';
import type { Connection } from '../../client/connection.ts';
import { HttpConnection } from '../../client/http-connection.ts';
import { CommandFailure, UsageFault } from '../failures.ts';
import { oneLine } from '../../terminal/index.ts';
import { isOver, type Credentials } from '../../hosts/sign-in/credentials.ts';
import { refreshTokens } from '../../hosts/sign-in/tokens.ts';
import { localSession, type Session, type SessionStore } from '../sessions/session-store.ts';

type Opening = Pick<Host, 'signal' | 'store' | 'terminal'> & { readonly openLocal: (globals: Globals) => Promise<Connection> };

/** A client of the session that the flags or the last `connect` name. @throws {CommandFailure} */
export async function openSession(program: Program, globals: Globals, { openLocal, signal, store, terminal }: Opening): Promise<Client> {
  const sessions = await store.read();
  const name = globals.session ?? sessions.current;
  const session = sessions.byName.get(name);
  if (session === undefined && name !== localSession)
    throw new UsageFault(`No session is called ${JSON.stringify(name)}`, 'Run sessions list to see what there is');
  if (program.settings.authRequired === true && session?.credentials === undefined)
    throw new CommandFailure('This program needs a sign-in', {
      hint: session === undefined ? `Run ${program.name} connect <url>, then ${program.name} login` : `Run ${program.name} login`,
    });
  const connection = session === undefined ? await openLocal(globals) : openRemote(program, { name, session, store });
  const { ask } = terminal;
  return new Client(connection, {
    name: program.name,
    version: program.version,
    signal,
    answer: ask === undefined ? undefined : answerAt(terminal, ask, session === undefined ? program.name : `${name} (${session.url})`),
    ...(globals.verbose === true
      ? { onNotification: (method, params) => terminal.error(`${oneLine(`${method} ${JSON.stringify(params)}`)}\n`) }
      : {}),
  });
}

interface Remote {
  readonly name: string;
  readonly session: Session;
  readonly store: SessionStore;
}

function openRemote(program: Program, { name, session, store }: Remote): Connection {
  return new HttpConnection({
    url: new URL(session.url),
    token: async (renew) => (await currentCredentials({ name, session, store }, renew))?.accessToken,
    schemas: new Map((program.listed?.tools ?? []).map(({ inputSchema, name: tool }) => [tool, inputSchema])),
    signInHint: `Run ${program.name} login`,
  });
}

/** Credentials that are still good, renewed where they are not. Undefined without any, or when the sign-in has ended. */
async function currentCredentials({ name, session, store }: Remote, renew: boolean): Promise<Credentials | undefined> {
  const { credentials } = session;
  if (credentials === undefined || (!renew && !isOver(credentials))) return credentials;
  let current: Credentials | undefined;
  await store.change(async (sessions) => {
    const now = sessions.byName.get(name)?.credentials;
    // Another process may have renewed them while this one waited for the lock.
    const isNew = now !== undefined && now.accessToken !== credentials.accessToken && !isOver(now);
    current = isNew || now === undefined ? now : await refreshTokens(now);
    if (isNew || current === undefined) return sessions;
    return { ...sessions, byName: new Map([...sessions.byName, [name, { url: session.url, credentials: current }]]) };
  });
  return current;
}
