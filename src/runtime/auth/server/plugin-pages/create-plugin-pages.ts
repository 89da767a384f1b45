import type { PageVisit, PluginPage } from '../../../define/plugin-page.ts';
import { randomId, Seal, sha256Text } from '../../../std/index.ts';
import { printCookie, readCookie } from '../../../web/cookies.ts';
import type { HttpAnswer, HttpExchange } from '../../../web/exchange.ts';
import { parseFields, readForm, type FormFields } from '../../../web/form.ts';
import type { ServerAddress } from '../address/server-address.ts';
import type { AuthorizationServices } from '../authorization-services.ts';
import { checkFormOrigin } from '../checks/check-form-origin.ts';
import type { Client, ClientSource } from '../clients/client.ts';
import type { AuthEndpoint } from '../endpoints/auth-endpoint.ts';
import { Parameters } from '../endpoints/parameters.ts';
import { useCode } from '../grants/authorization-code.ts';
import { serverPathOf } from '../pages/page-client.ts';
import type { AuthPages } from '../pages/page-types.ts';
import { isWithdrawn, withdrawalOf } from '../records/withdrawals.ts';
import { answerWithPage } from '../responses/error-response.ts';
import { OAuthProblem, SignInProblem } from '../responses/problems.ts';
import { redirectTo } from '../responses/redirect.ts';
import type { SignInServer } from '../sign-in/sign-in-server.ts';
import { printPluginPage } from './print-plugin-page.ts';

/** Answers visits to one page. */
export type OnPage = (visit: PageVisit) => Promise<PluginPage>;

export interface PluginPagesOptions extends Pick<AuthorizationServices, 'addressOf' | 'clock' | 'keys' | 'logger' | 'signInStore'> {
  readonly pages: AuthPages;
  readonly serverName: string;
  /** By path. */
  readonly onPage: ReadonlyMap<string, OnPage>;
  /** Names the person as the `principal` of their calls. */
  readonly principalOf: (issuer: string, sub: string) => string;
}

/** Where a sign-in for a page comes back to, and forms of pages are sent. */
const returnPath = '/oauth/page';
const clientId = 'service-page';
/** Of a sign-in, and of a page that is open. */
const pageSeconds = 600;
const maxFormBytes = 65_536;
const maxTarget = 2048;

const startAgain = 'This page is not open any more, or cookies are blocked. Open its link again.';

/** What the cookie of a browser holds, sealed: a sign-in that has begun, or the person at one page. */
interface BegunSignIn {
  readonly verifier: string;
  readonly target: string;
  readonly exp: number;
}
interface OpenPage {
  readonly person: PageVisit['person'];
  readonly issuer: string;
  readonly withdrawal: string | undefined;
  readonly csrf: string;
  readonly exp: number;
}

/** Pages of plugins, each for one person, who signs in for it with this server's own sign-in. */
export class PluginPages {
  readonly #options: PluginPagesOptions;

  constructor(options: PluginPagesOptions) {
    this.#options = options;
  }

  /** This server as a client of its own sign-in: it asks for no scope, and gets no token. */
  readonly clients: ClientSource = {
    find: async (id, address) => (id === clientId ? clientAt(address) : undefined),
    vouchesFor: (id) => id === clientId,
  };

  endpoints(server: SignInServer): readonly AuthEndpoint[] {
    return [
      { method: 'GET', path: returnPath, refusesCors: true, answer: (exchange) => this.#answer(() => this.#return(server, exchange)) },
      { method: 'POST', path: returnPath, refusesCors: true, answer: (exchange) => this.#answer(() => this.#send(exchange)) },
    ];
  }

  /** A page that is opened: the browser signs in first. */
  open(exchange: HttpExchange): Promise<HttpAnswer> {
    return this.#answer(async () => {
      const target = exchange.query === '' ? exchange.path : `${exchange.path}?${exchange.query}`;
      if (target.length > maxTarget) throw new SignInProblem('The request is too long');
      const address = this.#options.addressOf(exchange);
      const open = await this.#openPage(exchange, target, address);
      return open === undefined ? this.#signIn(target, address) : this.#show({ open, target, address });
    });
  }

  #answer(run: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
    return answerWithPage(this.#options.logger, this.#options.pages, run);
  }

  async #signIn(target: string, address: ServerAddress): Promise<HttpAnswer> {
    const [state, verifier] = [randomId(), randomId(32)];
    const begun: BegunSignIn = { verifier, target, exp: this.#options.clock() + pageSeconds * 1000 };
    const members = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: `${address.baseUrl}${returnPath}`,
      code_challenge: await sha256Text(verifier),
      code_challenge_method: 'S256',
      state,
      resource: address.resource,
    };
    return redirectTo(`${address.baseUrl}/oauth/authorize`, members, { 'set-cookie': await this.#cookie(address, state, begun) });
  }

  /** The sign-in has ended: its code names the person, who goes on to the page that they have opened. */
  async #return(server: SignInServer, exchange: HttpExchange): Promise<HttpAnswer> {
    if (exchange.method !== 'GET') return { status: 405, headers: { allow: 'GET, POST' } };
    const address = this.#options.addressOf(exchange);
    const parameters = new Parameters(parseFields(exchange.query), (message) => new SignInProblem(message));
    const state = parameters.require('state');
    // Of this browser: the code of another one would sign a victim in as the attacker.
    const begun = await this.#read<BegunSignIn>(exchange, state, address);
    if (begun === undefined) throw new SignInProblem(startAgain);
    const code = parameters.get('code');
    if (code === undefined) throw new SignInProblem('The sign-in was not finished. Open the link of the page again.');
    const { issuer, user, withdrawal } = await this.#redeem(server, { code, begun, address });
    const { email, name, sub } = user;
    const exp = this.#options.clock() + pageSeconds * 1000;
    const open: OpenPage = { person: { sub, email, name }, issuer, withdrawal, csrf: randomId(), exp };
    const cookie = await this.#cookie(address, await placeOf(begun.target), open);
    return redirectTo(`${new URL(address.baseUrl).origin}${begun.target}`, {}, { 'set-cookie': cookie });
  }

  async #redeem(server: SignInServer, of: { readonly code: string; readonly begun: BegunSignIn; readonly address: ServerAddress }) {
    const { address, begun, code } = of;
    const redirectUri = `${address.baseUrl}${returnPath}`;
    try {
      const record = await useCode(server, { code, issuer: address.issuer, clientId, redirectUri, verifier: begun.verifier });
      // Nobody gets a token of it.
      await server.grantRecords.cancel(record.id);
      return record;
    } catch (failure) {
      if (failure instanceof OAuthProblem) throw new SignInProblem(startAgain);
      throw failure;
    }
  }

  async #send(exchange: HttpExchange): Promise<HttpAnswer> {
    const body = await readForm(exchange, maxFormBytes);
    if (!('form' in body)) throw new SignInProblem(body.problem, body.status);
    const parameters = new Parameters(body.form, (message) => new SignInProblem(message));
    const address = this.#options.addressOf(exchange);
    const target = parameters.require('page');
    const open = await this.#openPage(exchange, target, address);
    if (open === undefined) throw new SignInProblem(startAgain, 403);
    await checkFormOrigin(exchange, address, { csrf: open.csrf, sent: parameters.require('csrf') });
    return this.#show({ open, target, address, form: body.form });
  }

  async #show(of: Shown): Promise<HttpAnswer> {
    const { address, form, open, target } = of;
    const [path, query] = splitTarget(target);
    const onPage = this.#options.onPage.get(path);
    if (onPage === undefined) throw new SignInProblem(startAgain, 404);
    const { issuer, person } = open;
    const page = await onPage({
      person,
      principal: this.#options.principalOf(issuer, person.sub),
      query: oneOfEach(parseFields(query)),
      ...(form === undefined ? {} : { sent: oneOfEach(form) }),
    });
    const action = serverPathOf(address, returnPath);
    const answer = printPluginPage(page, this.#options.serverName, { action, hidden: { page: target, csrf: open.csrf } });
    if (page.form !== undefined) return answer;
    const gone = printCookie({ ...cookieAt(address, await placeOf(target)), value: '', maxAgeSeconds: 0 });
    return { ...answer, headers: { ...answer.headers, 'set-cookie': gone } };
  }

  /** The person who opened this page in this browser; undefined after their sign-ins were withdrawn. */
  async #openPage(exchange: HttpExchange, target: string, address: ServerAddress): Promise<OpenPage | undefined> {
    const open = await this.#read<OpenPage>(exchange, await placeOf(target), address);
    if (open?.issuer !== address.issuer) return undefined;
    return isWithdrawn(open.withdrawal, await withdrawalOf(this.#options.signInStore, open.person.sub)) ? undefined : open;
  }

  async #read<Held extends BegunSignIn | OpenPage>(
    exchange: HttpExchange,
    place: string,
    address: ServerAddress,
  ): Promise<Held | undefined> {
    const seal = await this.#seal();
    for (const value of readCookie(exchange, cookieAt(address, place).name).slice(0, 8)) {
      const text = await seal.open(value, place);
      // Sealed by us for this place, so its shape needs no check.
      const held = text === undefined ? undefined : (JSON.parse(text) as Held);
      if (held !== undefined && held.exp > this.#options.clock()) return held;
    }
    return undefined;
  }

  async #cookie(address: ServerAddress, place: string, held: BegunSignIn | OpenPage): Promise<string> {
    const value = await (await this.#seal()).seal(JSON.stringify(held), place);
    return printCookie({ ...cookieAt(address, place), value, maxAgeSeconds: pageSeconds });
  }

  async #seal(): Promise<Seal> {
    return new Seal(await this.#options.keys.derive('plugin-page'), { label: 'plugin-page', identity: '' });
  }
}

interface Shown {
  readonly open: OpenPage;
  readonly target: string;
  readonly address: ServerAddress;
  readonly form?: FormFields;
}

const clientAt = ({ baseUrl }: ServerAddress): Client => ({
  clientId,
  clientName: 'A page of this server',
  redirectUris: [`${baseUrl}${returnPath}`],
  tokenEndpointAuthMethod: 'none',
  grantTypes: ['authorization_code'],
  responseTypes: ['code'],
  source: 'page',
});

/** One cookie a page, so that two tabs do not end each other's. */
function cookieAt({ baseUrl }: ServerAddress, place: string): { readonly name: string; readonly secure: boolean } {
  const secure = baseUrl.startsWith('https:');
  return { name: `${secure ? '__Host-' : ''}service_page_${place.slice(0, 12)}`, secure };
}

const placeOf = (target: string): Promise<string> => sha256Text(`page ${target}`);

function splitTarget(target: string): readonly [string, string] {
  const at = target.indexOf('?');
  return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
}

/** A repeated name has no value: two readers could take two of them. */
const oneOfEach = (fields: FormFields): Readonly<Record<string, string>> =>
  Object.fromEntries([...fields].flatMap(([name, [value = '', ...more]]) => (more.length > 0 ? [] : [[name, value] as const])));
