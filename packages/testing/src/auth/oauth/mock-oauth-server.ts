import type { JsonObject } from '@service/sdk/model';
import { MockAPIServer, type MockReply, type MockRequest, type MockRoute } from '../../mocks/mock-api-server.ts';
import { decodeToken, TestTokenFactory } from '../token-factory.ts';
import { type MockOAuthOptions, oauthDefaults, OAuthGrants, OAuthRefusal, type OAuthTestUser } from './oauth-grants.ts';

/** Addresses of a mock authorization server. */
export interface MockOAuthInfo {
  /** Address without a path. */
  readonly baseUrl: string;
  /** Port that it listens on. */
  readonly port: number;
  /** Issuer of its tokens. */
  readonly issuer: string;
  /** Address of its public keys. */
  readonly jwksUrl: string;
}

/**
 * An identity provider for servers under test: OAuth 2.1 with PKCE, OpenID Connect discovery, keys, user info.
 * @example
 * const provider = new MockOAuthServer(undefined, { autoApprove: true, testUser: { sub: 'ann' } });
 * const { issuer } = await provider.start();
 * // … a server with `auth: { mode: 'remote', provider: issuer }` …
 * await provider.stop();
 */
export class MockOAuthServer {
  readonly #given: TestTokenFactory | undefined;
  readonly #options: MockOAuthOptions;
  readonly #server: MockAPIServer;
  #tokens: TestTokenFactory | undefined;
  #grants: OAuthGrants | undefined;
  #info: MockOAuthInfo | undefined;
  #autoApprove: boolean;
  #testUser: OAuthTestUser;
  #redirectUris: readonly string[] | undefined;

  /** @param tokens signs the tokens; one with the issuer of this server when undefined */
  constructor(tokens: TestTokenFactory | undefined, options: MockOAuthOptions = {}) {
    this.#given = tokens;
    this.#options = options;
    this.#autoApprove = options.autoApprove ?? false;
    this.#testUser = options.testUser ?? oauthDefaults.testUser;
    this.#redirectUris = options.validRedirectUris;
    const { debug = false, port } = options;
    this.#server = new MockAPIServer({ openApiSpec: {}, debug, routes: this.#routes(), port });
  }

  /** Starts to listen. */
  async start(): Promise<MockOAuthInfo> {
    const { baseUrl, port } = await this.#server.start();
    const issuer = this.#options.issuer ?? baseUrl;
    this.#tokens = this.#given ?? new TestTokenFactory({ issuer, audience: baseUrl });
    this.#grants = new OAuthGrants(this.#tokens, this.#options);
    this.#info = { baseUrl, port, issuer, jwksUrl: `${baseUrl}/.well-known/jwks.json` };
    return this.#info;
  }

  /** Ends the server. */
  stop(): Promise<void> {
    return this.#server.stop();
  }

  /** Addresses of the server. */
  get info(): MockOAuthInfo {
    if (this.#info === undefined) throw new OAuthRefusal('server_error', 'The mock OAuth server is not running. Call start() first.');
    return this.#info;
  }

  /** Sends browsers back at once, or shows the page. */
  setAutoApprove(autoApprove: boolean): void {
    this.#autoApprove = autoApprove;
  }

  /** Changes the person who signs in. */
  setTestUser(user: OAuthTestUser): void {
    this.#testUser = user;
  }

  /** Allows one more redirect URI. */
  addValidRedirectUri(uri: string): void {
    this.#redirectUris = [...(this.#redirectUris ?? []), uri];
  }

  #routes(): MockRoute[] {
    const metadata = (): JsonObject => this.#metadata();
    return [
      json('GET', '/.well-known/jwks.json', async () => (await this.#tokens?.getJwks()) ?? { keys: [] }),
      json('GET', '/.well-known/openid-configuration', metadata),
      json('GET', '/.well-known/oauth-authorization-server', metadata),
      guarded('GET', '/oauth/authorize', (request, reply) => this.#authorize(request.query, reply)),
      guarded('POST', '/oauth/authorize/submit', (request, reply) => this.#submit(request, reply)),
      guarded('POST', '/oauth/token', (request, reply) => this.#token(request, reply)),
      guarded('GET', '/userinfo', (request, reply) => this.#userInfo(request, reply)),
    ];
  }

  #metadata(): JsonObject {
    const { baseUrl, issuer, jwksUrl } = this.info;
    return {
      issuer,
      authorization_endpoint: `${baseUrl}/oauth/authorize`,
      token_endpoint: `${baseUrl}/oauth/token`,
      userinfo_endpoint: `${baseUrl}/userinfo`,
      jwks_uri: jwksUrl,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'anonymous'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
      scopes_supported: ['openid', 'profile', 'email'],
    };
  }

  #authorize(query: MockRequest['query'], reply: MockReply): void {
    this.#grants?.checkAuthorize(query, this.#redirectUris);
    if (this.#autoApprove) return this.#redirect(query, reply);
    reply.header('content-type', 'text/html; charset=utf-8').send(signInPage(query, this.#testUser));
  }

  #submit({ body }: MockRequest, reply: MockReply): void {
    const form = Object.fromEntries(formOf(body));
    this.#grants?.checkAuthorize(form, this.#redirectUris);
    this.#redirect(form, reply);
  }

  #redirect(query: MockRequest['query'], reply: MockReply): void {
    reply
      .status(302)
      .header('location', this.#grants?.redirectOf(query, this.#testUser) ?? '')
      .send('');
  }

  async #token({ body, headers }: MockRequest, reply: MockReply): Promise<void> {
    const form = formOf(body);
    const credentials = basicCredentials(headers.authorization) ?? {
      clientId: form.get('client_id') ?? '',
      secret: form.get('client_secret') ?? '',
    };
    reply.header('cache-control', 'no-store').json(await this.#grants?.exchange(form, credentials));
  }

  #userInfo({ headers }: MockRequest, reply: MockReply): void {
    const claims = decodeToken(headers.authorization?.replace(/^Bearer /i, '') ?? '');
    if (claims === undefined) throw new OAuthRefusal('invalid_token', 'A bearer token is needed', 401);
    const { email, name, picture, sub } = claims;
    const own = claims['sub'] === this.#testUser.sub ? this.#testUser.claims : {};
    reply.json({ ...own, sub, email, name, picture });
  }
}

const json = (method: MockRoute['method'], path: string, body: () => unknown): MockRoute => ({
  method,
  path,
  handler: async (_, reply) => reply.json(await body()),
});

/** Refusals are answered as RFC 6749, section 5.2, says. */
const guarded = (method: MockRoute['method'], path: string, handler: NonNullable<MockRoute['handler']>): MockRoute => ({
  method,
  path,
  handler: async (request, reply) => {
    try {
      await handler(request, reply);
    } catch (error) {
      if (!(error instanceof OAuthRefusal)) throw error;
      reply.status(error.status).json({ error: error.code, error_description: error.message });
    }
  },
});

const formOf = (body: unknown): URLSearchParams => new URLSearchParams(typeof body === 'string' ? body : '');

function basicCredentials(header: string | undefined): { clientId: string; secret: string } | undefined {
  if (header?.startsWith('Basic ') !== true) return undefined;
  const [clientId = '', secret = ''] = Buffer.from(header.slice(6), 'base64').toString('utf8').split(':').map(decodeURIComponent);
  return { clientId, secret };
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char);

/** The page of a mock on which a browser test signs in. */
function signInPage(query: Readonly<Record<string, string>>, { name, sub }: OAuthTestUser): string {
  const fields = Object.entries(query).map(([key, value]) => `<input type="hidden" name="${escape(key)}" value="${escape(value)}">`);
  return [
    '<!doctype html><html lang="en"><head><title>Mock sign-in</title></head><body><h1>Mock sign-in</h1>',
    `<form method="post" action="/oauth/authorize/submit">${fields.join('')}`,
    `<button type="submit">Sign in as ${escape(name ?? sub)}</button></form></body></html>`,
  ].join('\n');
}
