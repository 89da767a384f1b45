import { messageOf } from '../../errors/index.ts';
import { access, constants, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readStartEnvironment } from '../../hosts/read-start-environment.ts';
import type { Globals } from '../arguments/flag.ts';
import type { Finding, Program } from '../commands/command.ts';
import { probe } from '../commands/probe.ts';
import { codeOf } from '../sessions/private-file.ts';
import { localSession, type SessionStore } from '../sessions/session-store.ts';
import type { CommandLineServer } from '../settings.ts';
import { commandHost, openLocal } from './open-local.ts';

export interface Examination {
  readonly hosted: CommandLineServer;
  readonly program: Program;
  readonly store: SessionStore;
  readonly signal: AbortSignal;
  readonly variables: Readonly<Record<string, string>>;
}

/** Whether the program can work here: variables, the server's start, the file of sessions, the server elsewhere. */
export async function examine(examination: Examination, globals: Globals): Promise<readonly Finding[]> {
  const findings: Finding[] = [{ ok: true, text: `Node ${process.version} on ${process.platform}-${process.arch}` }];
  for (const check of [checkVariables, checkStart, checkFolder, checkSession]) {
    const found = await check(examination, globals).catch((failure: unknown) => toFinding(failure));
    if (found !== undefined) findings.push(found);
  }
  return findings;
}

const toFinding = (failure: unknown): Finding => ({
  ok: false,
  text: messageOf(failure),
  hint: failure instanceof Error && 'hint' in failure && typeof failure.hint === 'string' ? failure.hint : undefined,
});

async function checkVariables({ hosted, variables }: Examination): Promise<Finding> {
  await readStartEnvironment(hosted, variables, commandHost);
  return { ok: true, text: 'The variables of the environment are good' };
}

async function checkStart({ hosted }: Examination, globals: Globals): Promise<Finding> {
  const connection = await openLocal(hosted, globals);
  await connection.close();
  return { ok: true, text: 'The server starts in this program' };
}

async function checkFolder({ store }: Examination): Promise<Finding> {
  const folder = dirname(store.file);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
  } catch (failure) {
    return { ok: false, text: `${folder} cannot be written (${codeOf(failure)})`, hint: 'Set SERVICE_HOME to a folder of your own' };
  }
  await store.read();
  return { ok: true, text: `Sessions are kept in ${store.file}` };
}

async function checkSession(examination: Examination, { session }: Globals): Promise<Finding | undefined> {
  const sessions = await examination.store.read();
  const name = session ?? sessions.current;
  const remote = sessions.byName.get(name);
  if (remote === undefined) return name === localSession ? undefined : { ok: false, text: `No session is called ${JSON.stringify(name)}` };
  const { needsSignIn, server } = await probe(remote, examination);
  if (needsSignIn) return { ok: false, text: `${remote.url} asks for a sign-in`, hint: `Run ${examination.program.name} login` };
  return { ok: true, text: `${server ?? 'A server'} answers at ${remote.url}` };
}
