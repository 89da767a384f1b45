import { decodeToken } from '../auth/token-factory.ts';

/** Whom the client speaks for. */
export interface ClientAuth {
  readonly isAnonymous: boolean;
  readonly token: string | undefined;
  /** From the token's claims; undefined for anonymous clients. */
  readonly user: { readonly sub: string; readonly email: string | undefined; readonly name: string | undefined } | undefined;
  readonly scopes: readonly string[];
}

/** One session with the server. */
export interface ClientSession {
  readonly id: string | undefined;
  readonly createdAt: Date;
  readonly lastActivityAt: Date;
  readonly requestCount: number;
}

/** Reads the claims of a token as they stand; nothing is checked. */
export function readClientAuth(token: string | undefined): ClientAuth {
  const claims = token === undefined ? undefined : decodeToken(token);
  const text = (key: string): string | undefined => (typeof claims?.[key] === 'string' ? claims[key] : undefined);
  const sub = text('sub');
  const isAnonymous = sub === undefined || claims?.['anonymous'] === true;
  return {
    isAnonymous: isAnonymous && (token === undefined || claims !== undefined),
    token,
    user: isAnonymous ? undefined : { sub, email: text('email'), name: text('name') },
    scopes: (text('scope') ?? '').split(' ').filter((scope) => scope !== ''),
  };
}
