import { InvalidClientOption } from '../../client/errors.ts';
import { parseJsonObject } from '../../model/index.ts';
import { randomId } from '../../std/index.ts';
import type { Credentials } from './credentials.ts';
import { CurrentSignIn } from './current-sign-in.ts';
import { discover, type AuthorizationServer } from './discover.ts';
import { readRedirect } from './redirect.ts';
import { authorizationAddress, registerClient, type CodeRequest } from './request-code.ts';
import { SignInFailure } from './sign-in-failure.ts';
import { exchangeCode } from './tokens.ts';

/** Options of {@link openPageSession}; every member may be left out. */
export interface PageSessionOptions {
  /**
   * What the person reads when they allow the access.
   * @default the title of the page
   */
  readonly clientName?: string;
  /**
   * Issuer of the tokens.
   * @default the one that the server names
   */
  readonly issuer?: string;
  /**
   * A client that is registered there.
   * @default the page registers itself at each sign-in (RFC 7591)
   */
  readonly clientId?: string;
  /**
   * Scopes, separated by spaces.
   * @default those that the server names
   */
  readonly scope?: string;
  /**
   * Page of this origin that opens the session after the person comes back.
   * @default the address of the page, without its query and fragment
   */
  readonly redirectUri?: string;
  /**
   * Where the tokens are: `memory` ends at a reload; `tab` is the browser's sessionStorage, which every script of the origin can read.
   * @default 'memory'
   */
  readonly keepIn?: 'memory' | 'tab';
}

/** Who is signed in, in a page. */
export interface PageSession {
  /** Whether there are tokens. */
  readonly isSignedIn: boolean;
  /** Why the sign-in that the page came back from failed. */
  readonly error: Error | undefined;
  /** The access token, renewed where it is over or was refused; undefined when no one is signed in. An option of `connect`. */
  readonly token: (renew: boolean) => Promise<string | undefined>;
  /**
   * Leaves the page for that of the authorization server, which sends the person back.
   * @throws {SignInFailure} when the server cannot be trusted with it
   */
  readonly signIn: () => Promise<void>;
  /** Forgets the tokens, and tells the server that they are not used any more. */
  readonly signOut: () => Promise<void>;
}

interface TabStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

interface Page {
  readonly document: { readonly title: string };
  readonly history: { readonly state: unknown; replaceState(state: unknown, unused: string, url: string): void };
  readonly isSecureContext: boolean;
  readonly location: { readonly href: string; readonly origin: string; readonly pathname: string; assign(url: string): void };
  readonly sessionStorage: TabStorage;
}

/** What a page has to know again when the person comes back. */
interface Pending extends CodeRequest {
  readonly server: AuthorizationServer;
  /** Where the person was. */
  readonly page: string;
}

/**
 * Signs people in at a server elsewhere, from a page: authorization code with PKCE, by a redirect. Open the session where the page begins, before a router
 * reads the address: where the person comes back it takes the code out of the address and exchanges it. On a server no one is signed in.
 * @param address of the MCP endpoint
 * @returns the session; a sign-in that failed is its `error`
 * @throws {InvalidClientOption} for a redirectUri of another origin
 * @example
 * import { connect } from '@service/sdk/client';
 * import { openPageSession } from '@service/sdk/client/page';
 * const { token } = await openPageSession('https://example.com/mcp');
 * const client = await connect('https://example.com/mcp', { token });
 */
export async function openPageSession(address: string | URL, options: PageSessionOptions = {}): Promise<PageSession> {
  const page: Partial<Page> = globalThis;
  const session = new CurrentPageSession(String(address), options, isWhole(page) ? page : undefined);
  await session.open();
  return session;
}

const isWhole = (page: Partial<Page>): page is Page => page.location !== undefined && page.sessionStorage !== undefined;

class CurrentPageSession implements PageSession {
  readonly #address: string;
  readonly #options: PageSessionOptions;
  readonly #page: Page | undefined;
  readonly #redirectUri: string;
  #current: CurrentSignIn | undefined;
  error: Error | undefined;

  constructor(address: string, options: PageSessionOptions, page: Page | undefined) {
    this.#address = address;
    this.#options = options;
    this.#page = page;
    const { origin = '', pathname = '' } = page?.location ?? {};
    this.#redirectUri = options.redirectUri ?? `${origin}${pathname}`;
    // The browser keeps what the way back needs by origin.
    if (page !== undefined && (!URL.canParse(this.#redirectUri) || new URL(this.#redirectUri).origin !== origin))
      throw new InvalidClientOption(`redirectUri must be an address of ${origin}, from which the person signs in`);
  }

  get isSignedIn(): boolean {
    return this.#current !== undefined;
  }

  async open(): Promise<void> {
    const pending = this.#takePending();
    if (pending !== undefined) await this.#finish(pending).catch((failure: Error) => (this.error = failure));
    const kept = this.#options.keepIn === 'tab' ? this.#page?.sessionStorage.getItem(this.#keyOf('tokens')) : undefined;
    // Written by this page.
    const credentials = kept ? (parseJsonObject(kept) as Credentials | undefined) : undefined;
    if (credentials !== undefined) this.#current ??= new CurrentSignIn(credentials);
  }

  readonly token = async (renew: boolean): Promise<string | undefined> => {
    const current = this.#current;
    const token = await current?.token(renew);
    // Signed out, or in again, meanwhile.
    if (current === this.#current) this.#keep(token === undefined ? undefined : current);
    return token;
  };

  readonly signIn = async (): Promise<void> => {
    const page = this.#page;
    if (page === undefined) throw new SignInFailure('A person signs in where there is a page');
    if (!page.isSecureContext) throw new SignInFailure(`${page.location.origin} is not encrypted`, { hint: 'Serve the page over HTTPS' });
    const { clientId, clientName = page.document.title || 'service-client', issuer, scope } = this.#options;
    const server = await discover(this.#address, issuer);
    const redirectUri = this.#redirectUri;
    const request: CodeRequest = {
      clientId: clientId ?? (await registerClient(server, { name: clientName, redirectUri, kind: 'web' })),
      redirectUri,
      scope,
      state: randomId(32),
      verifier: randomId(32),
    };
    const pending: Pending = { ...request, server, page: page.location.href };
    page.sessionStorage.setItem(this.#keyOf('pending'), JSON.stringify(pending));
    page.location.assign(await authorizationAddress(server, request));
  };

  readonly signOut = async (): Promise<void> => {
    const current = this.#current;
    this.#keep(undefined);
    await current?.signOut();
  };

  /** The sign-in that this address is the end of. Its code leaves the address and the history before anything else reads them. */
  #takePending(): (Pending & { readonly query: URLSearchParams }) | undefined {
    const key = this.#keyOf('pending');
    const kept = this.#page?.sessionStorage.getItem(key);
    if (this.#page === undefined || !kept) return undefined;
    const { history, location, sessionStorage } = this.#page;
    // Written by this page.
    const pending = parseJsonObject(kept) as Pending | undefined;
    const query = new URL(location.href).searchParams;
    // Without our state it is a page as any other: a link must not sign a person in as somebody else (RFC 6749 section 10.12).
    if (pending === undefined || query.get('state') !== pending.state) return undefined;
    sessionStorage.removeItem(key);
    history.replaceState(history.state, '', pending.page);
    return { ...pending, query };
  }

  async #finish({ clientId, query, redirectUri, server, state, verifier }: Pending & { readonly query: URLSearchParams }): Promise<void> {
    const code = readRedirect(query, { ...server, state });
    if (code instanceof SignInFailure) throw code;
    const { resource, revocationEndpoint, tokenEndpoint } = server;
    const use = { endpoint: tokenEndpoint, clientId, resource, revocationEndpoint, verifier, redirectUri };
    this.#keep(new CurrentSignIn(await exchangeCode(code, use)));
  }

  #keep(current: CurrentSignIn | undefined): void {
    this.#current = current;
    if (this.#options.keepIn !== 'tab') return;
    const key = this.#keyOf('tokens');
    if (current === undefined) this.#page?.sessionStorage.removeItem(key);
    else this.#page?.sessionStorage.setItem(key, JSON.stringify(current.credentials));
  }

  #keyOf(what: 'pending' | 'tokens'): string {
    return `service:sign-in:${what}:${this.#address}`;
  }
}
