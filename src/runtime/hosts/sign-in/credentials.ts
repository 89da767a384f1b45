/** What signs calls in. It holds secrets: keep it where only its owner reads. */
export interface Credentials {
  /** Token that calls are signed in with, RFC 6750. */
  readonly accessToken: string;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
  /** How to renew the token. Absent for one that was handed in. */
  readonly refresh?: { readonly token: string; readonly endpoint: string; readonly clientId: string; readonly resource: string };
  /** Where the tokens are revoked, RFC 7009. */
  readonly revocationEndpoint?: string;
}

/** Milliseconds before its end at which a token is renewed: it must last for the call. */
const marginMs = 30_000;

export const isOver = ({ expiresAt }: Credentials): boolean => expiresAt !== undefined && expiresAt - marginMs <= Date.now();
