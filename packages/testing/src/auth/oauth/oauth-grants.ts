import { createHash, randomBytes } from 'node:crypto';
import type { JsonObject } from '@service/sdk/model';
import type { TestTokenFactory } from '../token-factory.ts';

interface Grant {
  readonly user: OAuthTestUser;
  readonly clientId: string;
  readonly scope: string;
  readonly nonce?: string | undefined;
  readonly expiresAt: number;
}

interface CodeGrant extends Grant {
  readonly redirectUri: string;
  readonly challenge: string | undefined;
}

export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
  readonly id_token: string;
}

const codeSeconds = 60;
const secretText = (): string => randomBytes(24).toString('base64url');

/** Codes and refresh tokens that a mock authorization server issued; each is good for one use. */
export class OAuthGrants {
  readonly #tokens: TestTokenFactory;
  readonly #options: MockOAuthOptions;
  readonly #codes = new Map<string, CodeGrant>();
  readonly #refreshTokens = new Map<string, Grant>();

  constructor(tokens: TestTokenFactory, options: MockOAuthOptions) {
    this.#tokens = tokens;
    this.#options = options;
  }

  /** The fault of an authorize request that must not be answered by a redirect. @throws {OAuthRefusal} */
  checkAuthorize(query: Readonly<Record<string, string>>, redirectUris: readonly string[] | undefined): void {
    const { client_id: clientId = '', redirect_uri: redirectUri = '' } = query;
    if (this.#options.clientId !== undefined && clientId !== this.#options.clientId)
      throw new OAuthRefusal('invalid_client', `Unknown client ${clientId}`, 401);
    if (!URL.canParse(redirectUri) || !fitsRedirectUri(redirectUri, redirectUris))
      throw new OAuthRefusal('invalid_request', `Invalid redirect_uri ${redirectUri}`);
    const { response_type: type = 'code' } = query;
    if (type !== 'code') throw new OAuthRefusal('unsupported_response_type', `Unsupported response type ${type}`);
  }

  /** Redirect after a sign-in. */
  redirectOf(query: Readonly<Record<string, string>>, user: OAuthTestUser): string {
    const { client_id: clientId = '', redirect_uri: redirectUri = '', nonce, scope = '', state } = query;
    const code = secretText();
    const expiresAt = Date.now() + codeSeconds * 1000;
    this.#codes.set(code, { user, clientId, scope, nonce, redirectUri, challenge: query['code_challenge'], expiresAt });
    const url = new URL(redirectUri);
    url.searchParams.set('code', code);
    if (state !== undefined) url.searchParams.set('state', state);
    return url.href;
  }

  /** The answer of the token endpoint. @throws {OAuthRefusal} */
  exchange(form: URLSearchParams, credentials: { readonly clientId: string; readonly secret: string }): Promise<TokenAnswer> {
    const { clientId, clientSecret } = this.#options;
    if (
      (clientId !== undefined && credentials.clientId !== clientId) ||
      (clientSecret !== undefined && credentials.secret !== clientSecret)
    )
      throw new OAuthRefusal('invalid_client', 'Client authentication failed', 401);
    const type = form.get('grant_type');
    if (type === 'authorization_code') return this.#issue(this.#redeemCode(form));
    if (type === 'refresh_token') return this.#issue(take(this.#refreshTokens, form.get('refresh_token') ?? '', 'refresh token'));
    if (type === 'anonymous') return this.#issue({ user: { sub: `anon:${crypto.randomUUID()}` }, clientId: '', scope: '', expiresAt: 0 });
    throw new OAuthRefusal('unsupported_grant_type', `Unsupported grant type ${type ?? ''}`);
  }

  #redeemCode(form: URLSearchParams): CodeGrant {
    const grant = take(this.#codes, form.get('code') ?? '', 'authorization code');
    if (form.get('redirect_uri') !== grant.redirectUri) throw new OAuthRefusal('invalid_grant', 'redirect_uri differs');
    const verifier = form.get('code_verifier') ?? '';
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    if (grant.challenge !== undefined && challenge !== grant.challenge) throw new OAuthRefusal('invalid_grant', 'code_verifier is wrong');
    return grant;
  }

  async #issue(grant: Grant): Promise<TokenAnswer> {
    const { accessTokenTtlSeconds = oauthDefaults.accessTokenTtlSeconds, refreshTokenTtlSeconds = oauthDefaults.refreshTokenTtlSeconds } =
      this.#options;
    const { clientId, nonce, scope, user } = grant;
    const { claims, picture, ...person } = user;
    const scopes = scope.split(' ').filter((word) => word !== '');
    const all = { ...claims, ...(picture === undefined ? {} : { picture }) };
    const expiresIn = accessTokenTtlSeconds;
    const token = await this.#tokens.createToken({ ...person, scopes, claims: { ...all, client_id: clientId }, expiresIn });
    // OpenID Connect Core, section 2: for the client, with the nonce of its request.
    const ofRequest = nonce === undefined ? {} : { nonce };
    const idToken = await this.#tokens.createToken({ ...person, audience: clientId, claims: { ...all, ...ofRequest }, expiresIn });
    const refreshToken = secretText();
    this.#refreshTokens.set(refreshToken, { ...grant, expiresAt: Date.now() + refreshTokenTtlSeconds * 1000 });
    return {
      access_token: token,
      token_type: 'Bearer',
      expires_in: accessTokenTtlSeconds,
      refresh_token: refreshToken,
      scope,
      id_token: idToken,
    };
  }
}

/** A grant is good for one use. @throws {OAuthRefusal} */
function take<T extends { readonly expiresAt: number }>(grants: Map<string, T>, key: string, kind: string): T {
  const grant = grants.get(key);
  grants.delete(key);
  if (grant === undefined || grant.expiresAt < Date.now()) throw new OAuthRefusal('invalid_grant', `Unknown or expired ${kind}`);
  return grant;
}

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
function fitsRedirectUri(uri: string, patterns: readonly string[] | undefined): boolean {
  if (patterns === undefined) return URL.canParse(uri);
  return patterns.some((pattern) => {
    const escaped = pattern.split('*').map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${escaped.join('.*')}$`).test(uri);
  });
}
