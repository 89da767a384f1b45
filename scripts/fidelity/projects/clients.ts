import { SignJWT } from 'jose';
import type { Client } from '../project.ts';
import { fixedVariables } from '../runners/running-server.ts';

export const anonymous: Client = { name: '' };

export const bearer = (name: string, token: string): Client => ({ name, credential: () => ({ authorization: `Bearer ${token}` }) });

/** One moment for all runs of a process, so that tokens differ in their issuer alone. */
const issuedAt = Math.floor(Date.now() / 1000);
const lifetimeSeconds = 6 * 3600;

/** A caller with a token as the server itself issues it, for the address that it is reached at. */
export const signedByServer = (claims: Readonly<Record<string, unknown>>): Client => ({
  name: 'signed in',
  credential: async (endpoint) => {
    const iss = new URL(endpoint).origin;
    const token = await new SignJWT({ sub: 'ann', iss, aud: endpoint, iat: issuedAt, exp: issuedAt + lifetimeSeconds, ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(fixedVariables['JWT_SECRET']));
    return { authorization: `Bearer ${token}` };
  },
});
