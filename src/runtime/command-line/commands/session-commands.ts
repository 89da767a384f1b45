import { messageOf } from '../../errors/index.ts';
import { textKind, switchKind } from '../arguments/flag.ts';
import { CommandFailure, exitCodes, UsageFault } from '../failures.ts';
import { list } from '../../terminal/index.ts';
import { pageOn } from '../output/terminal.ts';
import { localSession, type Session, type Sessions } from '../sessions/session-store.ts';
import { checkSecure } from '../../hosts/sign-in/fetch-json.ts';
import { signIn } from '../../hosts/sign-in/sign-in.ts';
import { SignInFailure, type SignInAdvice } from '../../hosts/sign-in/sign-in-failure.ts';
import { isAccessToken, revokeTokens } from '../../hosts/sign-in/tokens.ts';
import type { CommandCall, OwnCommand } from './command.ts';
import { probe } from './probe.ts';

/** What helps, in words of this program. */
const programHints: Readonly<Record<SignInAdvice, string>> = {
  token: 'It may need no sign-in; or pipe a token in: login --token -',
  clientId: 'Set cli.oauth.clientId in the config, and build again',
  again: 'Run login again',
  portRange: 'End what listens there, or widen cli.oauth.portRange',
  password: 'Sign in with login',
};

const sessionName = /^[\p{L}\p{N}][\p{L}\p{N}_.:-]{0,99}$/u;

/** Commands for servers elsewhere. */
export const sessionCommands: readonly OwnCommand[] = [
  {
    name: 'connect',
    arguments: [{ name: 'url', required: true }],
    summary: 'Send calls to a running server from now on, instead of running it in this program',
    flags: [{ name: 'name', property: 'name', kind: textKind, summary: 'What to call the session (default: the host of the address)' }],
    examples: ['connect https://example.com/mcp', 'connect http://127.0.0.1:3000/mcp --name dev'],
    run: advised(connect),
  },
  {
    name: 'login',
    summary: 'Sign in at the server of the session, in the browser',
    flags: [
      { name: 'browser', property: 'browser', kind: switchKind, summary: '--no-browser prints the address instead of opening it' },
      { name: 'token', property: 'token', kind: textKind, secret: true, summary: '- takes a token from standard input' },
    ],
    examples: ['login', 'login --no-browser', 'login --token - < token.txt'],
    run: advised(login),
  },
  {
    name: 'logout',
    summary: 'Forget the credentials of the session, and tell the server',
    flags: [{ name: 'all', property: 'all', kind: switchKind, summary: 'Forget every session; also where their file is damaged' }],
    run: logout,
  },
  { name: 'sessions list', summary: 'List the sessions', run: listSessions },
  {
    name: 'sessions switch',
    arguments: [{ name: 'name', required: true }],
    summary: `Use another session from now on; ${localSession} runs calls in this program`,
    run: async (call) => {
      const [name = ''] = call.positionals;
      await call.host.store.change((sessions) => ({ ...sessions, current: existing(sessions, name) }));
      call.print({ current: name }, `Now using ${name}.`);
      return exitCodes.ok;
    },
  },
  {
    name: 'sessions delete',
    arguments: [{ name: 'name', required: true }],
    summary: 'Forget a session and its credentials',
    run: deleteSession,
  },
];

function advised(run: OwnCommand['run']): OwnCommand['run'] {
  return async (call) => {
    try {
      return await run(call);
    } catch (failure) {
      if (!(failure instanceof SignInFailure) || failure.advice === undefined) throw failure;
      throw new CommandFailure(failure.message, { hint: programHints[failure.advice], cause: failure });
    }
  };
}

async function connect(call: CommandCall): Promise<number> {
  const url = checkSecure(call.positionals[0] ?? '');
  const name = typeof call.values['name'] === 'string' ? call.values['name'] : url.host.replaceAll(/[[\]]/g, '');
  if (name === localSession || !sessionName.test(name))
    throw new UsageFault(`A session cannot be called ${JSON.stringify(name)}`, 'Give it another name with --name');
  const before = (await call.host.store.read()).byName.get(name);
  const kept: Session = before?.url === url.href ? before : { url: url.href };
  const found = await probe(kept, call);
  await call.host.store.change(({ byName }) => ({ current: name, byName: new Map([...byName, [name, kept]]) }));
  const next = found.needsSignIn ? ` It asks for a sign-in: run ${call.program.name} login.` : '';
  call.print({ session: name, url: url.href, ...found }, `Connected to ${found.server ?? url.href} as ${name}.${next}`);
  return exitCodes.ok;
}

async function login(call: CommandCall): Promise<number> {
  const { host, program, signal, values } = call;
  const { name, session } = await remoteSession(call);
  const { token } = values;
  const credentials =
    typeof token === 'string'
      ? { accessToken: readToken(token) }
      : await signIn({
          url: session.url,
          programName: program.name,
          settings: program.settings.oauth ?? {},
          signal,
          show: (url) => {
            host.terminal.error(`Sign in at:\n\n  ${url}\n\n`);
            if (values['browser'] !== false) host.openBrowser?.(url);
          },
        });
  await host.store.change((sessions) => ({
    ...sessions,
    byName: new Map([...sessions.byName, [name, { url: session.url, credentials }]]),
  }));
  call.print({ session: name, signedIn: true }, `Signed in at ${session.url}.`);
  return exitCodes.ok;
}

function readToken(text: string): string {
  const token = text.trim();
  if (!isAccessToken(token)) throw new UsageFault('Standard input holds no token', 'Pipe in one line: login --token - < file');
  return token;
}

async function logout(call: CommandCall): Promise<number> {
  const { store, terminal } = call.host;
  if (call.values['all'] === true) {
    await store.clear();
    call.print({ signedOut: true }, 'Every session is forgotten.');
    return exitCodes.ok;
  }
  const { name, session } = await remoteSession(call);
  let forgotten: Session['credentials'];
  await store.change((sessions) => {
    // Another process may have renewed them while this one waited for the lock.
    forgotten = sessions.byName.get(name)?.credentials;
    return { ...sessions, byName: new Map([...sessions.byName, [name, { url: session.url }]]) };
  });
  if (forgotten !== undefined)
    await revokeTokens(forgotten).catch((failure: unknown) => {
      terminal.error(`The server was not told: ${messageOf(failure)}\n`);
    });
  call.print({ session: name, signedOut: true }, `Signed out of ${session.url}.`);
  return exitCodes.ok;
}

async function listSessions(call: CommandCall): Promise<number> {
  const { byName, current } = await call.host.store.read();
  const rows = [[localSession, undefined] as const, ...byName].map(([name, session]) => ({
    name,
    current: name === current,
    url: session?.url ?? null,
    signIn: session === undefined ? null : stateOf(session),
  }));
  const text = list(
    rows.map(({ current: isCurrent, name, signIn: state, url }) => [
      `${isCurrent ? '*' : ' '} ${name}`,
      url === null ? 'in this program' : `${url} (${state})`,
    ]),
    pageOn(call.host.terminal),
  );
  call.print({ sessions: rows }, text);
  return exitCodes.ok;
}

function stateOf({ credentials }: Session): string {
  if (credentials === undefined) return 'not signed in';
  const isOver = credentials.expiresAt !== undefined && credentials.expiresAt <= Date.now() && credentials.refresh === undefined;
  return isOver ? 'sign-in expired' : 'signed in';
}

async function deleteSession(call: CommandCall): Promise<number> {
  const [name = ''] = call.positionals;
  if (name === localSession) throw new UsageFault(`${localSession} is always there`);
  await call.host.store.change((sessions) => {
    existing(sessions, name);
    const byName = new Map([...sessions.byName].filter(([other]) => other !== name));
    return { byName, current: sessions.current === name ? localSession : sessions.current };
  });
  call.print({ deleted: name }, `Forgot ${name}.`);
  return exitCodes.ok;
}

function existing({ byName }: Sessions, name: string): string {
  if (name === localSession || byName.has(name)) return name;
  throw new UsageFault(`No session is called ${JSON.stringify(name)}`, 'Run sessions list to see what there is');
}

async function remoteSession({ globals, host, program }: CommandCall): Promise<{ readonly name: string; readonly session: Session }> {
  const sessions = await host.store.read();
  const name = existing(sessions, globals.session ?? sessions.current);
  const session = sessions.byName.get(name);
  if (session !== undefined) return { name, session };
  throw new CommandFailure('Calls run in this program, which needs no sign-in', {
    hint: `To sign in at a server elsewhere, run ${program.name} connect <url> first`,
  });
}
