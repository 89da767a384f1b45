import type { CallFrame } from '../../define/index.ts';
import type { Credentials } from '../../define/context-services.ts';
import { listedError } from '../../errors/index.ts';
import type { JsonObject } from '../../model/index.ts';
import { grantClaim } from '../server/records/grant-records.ts';
import type { ConnectTickets } from './connect-tickets.ts';
import type { SealedRecords } from './sealed-records.ts';

export interface CredentialOptions {
  readonly records: SealedRecords;
  readonly tickets: ConnectTickets;
  /** Public address of this server as the call's token names it. */
  readonly baseUrlOf: (call: CallFrame) => string;
}

/**
 * The credential vault of the person who calls.
 * @throws {ServiceError} UNAUTHORIZED for callers without a sign-in
 */
export function credentialsOf(call: CallFrame, { baseUrlOf, records, tickets }: CredentialOptions): Credentials {
  const { isAnonymous, user } = call.auth;
  if (isAnonymous) throw listedError('UNAUTHORIZED', 'this.credentials belong to a person: sign in to use them');
  const get = async <T>(key: string): Promise<T | undefined> => (await records.get(user.sub, key)) as T | undefined;
  return {
    get,
    list: () => records.list(user.sub),
    requireConnect: async <T>({ context, key }: { readonly key: string; readonly context?: JsonObject }) => {
      const credential = await get<T>(key);
      if (credential !== undefined) return { connected: true, credential };
      const clientId = textClaim(call, 'client_id');
      const id = textClaim(call, grantClaim);
      const grant = id === '' ? undefined : { id, issuer: textClaim(call, 'iss') };
      const token = await tickets.print({ sub: user.sub, key, clientId, context }, grant);
      const resumeUrl = `${baseUrlOf(call)}/oauth/connect?token=${token}`;
      return { connected: false, key, resumeUrl, message: `"${key}" is not connected yet. Open ${resumeUrl} to connect it.` };
    },
  };
}

function textClaim({ auth: { claims } }: CallFrame, name: string): string {
  const value = claims[name];
  return typeof value === 'string' ? value : '';
}

/** `credentials` of `authenticate`: one record a key. */
export async function keepCredentials(records: SealedRecords, sub: string, credentials: JsonObject): Promise<void> {
  for (const [key, value] of Object.entries(credentials)) await records.set(sub, key, { value });
}
