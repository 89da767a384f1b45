import type { JsonObject } from '@service/sdk/model';

/** A user of a mock authorization server. */
export interface OAuthTestUser {
  /** Subject of the person. */
  readonly sub: string;
  /** Claim `email`. */
  readonly email?: string;
  /** Claim `name`. */
  readonly name?: string;
  /** Claim `picture`. */
  readonly picture?: string;
  /** Further claims of tokens and of `/userinfo`. */
  readonly claims?: JsonObject;
}

/** Options of {@link MockOAuthServer}. */
export interface MockOAuthOptions {
  /** A free one when absent. */
  readonly port?: number;
  /** The server's own address when absent. */
  readonly issuer?: string;
  /** Prints every request to stderr. */
  readonly debug?: boolean;
  /** Sends the browser back at once, without a page. */
  readonly autoApprove?: boolean;
  /** The person who signs in. */
  readonly testUser?: OAuthTestUser;
  /** Any client when absent. */
  readonly clientId?: string;
  /** Asked of the client at the token endpoint. */
  readonly clientSecret?: string;
  /** `*` stands for any text; any address when absent. */
  readonly validRedirectUris?: readonly string[];
  /** 3600 when absent. */
  readonly accessTokenTtlSeconds?: number;
  /** 2592000 when absent. */
  readonly refreshTokenTtlSeconds?: number;
}

export const oauthDefaults = {
  testUser: { sub: 'test-user', email: 'test@example.com', name: 'Test User' },
  accessTokenTtlSeconds: 3600,
  refreshTokenTtlSeconds: 2_592_000,
} as const;

/** An error response of RFC 6749. */
export class OAuthRefusal extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** Whether a redirect URI fits one of the patterns; `*` stands for any text. */
export function fitsRedirectUri(uri: string, patterns: readonly string[] | undefined): boolean {
  if (patterns === undefined) return URL.canParse(uri);
  return patterns.some((pattern) => {
    const escaped = pattern.split('*').map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${escaped.join('.*')}$`).test(uri);
  });
}
