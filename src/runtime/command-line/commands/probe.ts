import { isJsonObject } from '../../model/index.ts';
import * as envelopeKeys from '../../mcp/envelope-keys.ts';
import { Client } from '../../client/client.ts';
import { RequestFailure, SignInNeeded } from '../../client/errors.ts';
import { HttpConnection } from '../../client/http-connection.ts';
import { CommandFailure } from '../failures.ts';
import type { Session } from '../sessions/session-store.ts';
import type { CommandCall } from './command.ts';
import { textOf } from '../output/print-result.ts';

export interface Probed {
  /** Name and version, as it introduces itself. */
  readonly server?: string;
  readonly needsSignIn: boolean;
}

/** Asks a server elsewhere who it is. @throws {CommandFailure} when it does not speak our revision, or does not answer */
export async function probe({ credentials, url }: Session, { program, signal }: Pick<CommandCall, 'program' | 'signal'>): Promise<Probed> {
  const connection = new HttpConnection({
    url: new URL(url),
    token: async () => credentials?.accessToken,
    schemas: new Map(),
    signInHint: '',
  });
  try {
    const { _meta: meta } = await new Client(connection, { name: program.name, version: program.version, signal }).request(
      'server/discover',
    );
    const info = isJsonObject(meta) ? meta[envelopeKeys.serverInfo] : undefined;
    const server = isJsonObject(info) ? { server: `${textOf(info['name'])} ${textOf(info['version'])}` } : {};
    return { ...server, needsSignIn: false };
  } catch (failure) {
    if (failure instanceof SignInNeeded) return { needsSignIn: true };
    if (failure instanceof RequestFailure)
      throw new CommandFailure(`${url} does not speak a revision of MCP that this program knows: ${failure.message}`, {
        hint: 'Check that it runs a current build of this server',
        cause: failure,
      });
    throw failure;
  }
}
