import { isJsonObject, type Json, type JsonObject } from '../../model/index.ts';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Credentials } from '../../hosts/sign-in/credentials.ts';
import { decodeBase64url, encodeBase64url, randomBytes, Seal } from '../../std/index.ts';
import { CommandFailure } from '../failures.ts';
import { withLock } from './file-lock.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

/** The session without a server elsewhere: calls run in this program. */
export const localSession = 'local';

export interface Session {
  /** The MCP endpoint. */
  readonly url: string;
  readonly credentials?: Credentials;
}

export interface Sessions {
  readonly current: string;
  readonly byName: ReadonlyMap<string, Session>;
}

const none: Sessions = { current: localSession, byName: new Map() };
const keyBytes = 32;

/**
 * Sessions of one program and user, in one encrypted file that only they may read. The key lies in a file of its own: a copy of one of the
 * two tells nothing.
 */
export class SessionStore {
  readonly file: string;
  readonly #keyFile: string;
  readonly #lockFile: string;
  readonly #program: string;

  constructor(folder: string, program: string) {
    this.file = join(folder, 'sessions');
    this.#keyFile = join(folder, 'key');
    this.#lockFile = join(folder, 'lock');
    this.#program = program;
  }

  /** @throws {CommandFailure} when the file cannot be read, by whatever reason: calls must not silently go elsewhere */
  async read(): Promise<Sessions> {
    const sealed = await readPrivateFile(this.file);
    if (sealed === undefined) return none;
    const key = await this.#readKey();
    const text = key === undefined ? undefined : await this.#seal(key).open(sealed.trim(), this.#program);
    const sessions = text === undefined ? undefined : decode(text);
    if (sessions !== undefined) return sessions;
    throw new CommandFailure(`${this.file} is damaged, or was made with another key`, {
      hint: 'Run logout --all to start afresh, then connect and login again',
    });
  }

  /** Changes what is there now, while no other process does. */
  change(edit: (sessions: Sessions) => Promise<Sessions> | Sessions): Promise<Sessions> {
    return withLock(this.#lockFile, async () => {
      const changed = await edit(await this.read());
      const key = (await this.#readKey()) ?? (await this.#makeKey());
      await writePrivateFile(this.file, `${await this.#seal(key).seal(encode(changed), this.#program)}\n`);
      return changed;
    });
  }

  /** Forgets everything, readable or not. */
  async clear(): Promise<void> {
    for (const file of [this.file, this.#keyFile]) await rm(file, { force: true });
  }

  #seal(key: Uint8Array<ArrayBuffer>): Seal {
    return new Seal(key, { label: 'command-line sessions', identity: this.#program });
  }

  async #readKey(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const text = await readPrivateFile(this.#keyFile);
    const key = text === undefined ? undefined : decodeBase64url(text.trim());
    return key?.length === keyBytes ? new Uint8Array(key) : undefined;
  }

  async #makeKey(): Promise<Uint8Array<ArrayBuffer>> {
    const key = randomBytes(keyBytes);
    await writePrivateFile(this.#keyFile, `${encodeBase64url(key)}\n`);
    return new Uint8Array(key);
  }
}

const encode = ({ byName, current }: Sessions): string => JSON.stringify({ current, sessions: [...byName] });

function decode(text: string): Sessions | undefined {
  const value = JSON.parse(text) as Json;
  if (!isJsonObject(value) || typeof value['current'] !== 'string' || !Array.isArray(value['sessions'])) return undefined;
  const rows = value['sessions'].flatMap((row) => {
    const [name, session] = Array.isArray(row) ? row : [];
    return typeof name === 'string' && isJsonObject(session) ? [[name, readSession(session)] as const] : [];
  });
  return { current: value['current'], byName: new Map(rows) };
}

/** Members are written by {@link encode} alone, under a key that only this user has. */
function readSession({ credentials, url }: JsonObject): Session {
  if (typeof url !== 'string') throw new CommandFailure('A session has no address');
  const { accessToken, expiresAt, refresh, revocationEndpoint } = isJsonObject(credentials) ? credentials : {};
  if (typeof accessToken !== 'string') return { url };
  return {
    url,
    credentials: {
      accessToken,
      ...(typeof expiresAt === 'number' ? { expiresAt } : {}),
      ...readRefresh(refresh),
      ...(typeof revocationEndpoint === 'string' ? { revocationEndpoint } : {}),
    },
  };
}

function readRefresh(value: Json | undefined): Pick<Credentials, 'refresh'> {
  const { clientId, endpoint, resource, token } = isJsonObject(value) ? value : {};
  if (typeof clientId !== 'string' || typeof endpoint !== 'string' || typeof resource !== 'string' || typeof token !== 'string') return {};
  return { refresh: { clientId, endpoint, resource, token } };
}
