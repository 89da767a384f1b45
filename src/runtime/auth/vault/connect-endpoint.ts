import type { AuthenticateContext, LoginOptions, UserProfile } from '../../define/sign-in-options.ts';
import { ServiceError } from '../../errors/index.ts';
import type { JsonObject } from '../../model/index.ts';
import { escapeHtml, randomId, Seal, withoutUndefined } from '../../std/index.ts';
import { printCookie, readCookie } from '../../web/cookies.ts';
import type { HttpAnswer, HttpExchange } from '../../web/exchange.ts';
import { parseFields, readForm, type FormFields } from '../../web/form.ts';
import { checkFormOrigin } from '../server/checks/check-form-origin.ts';
import { answerWithPage } from '../server/responses/error-response.ts';
import type { SignInSettings } from '../server/local-settings.ts';
import {
  builtInFields,
  formSettings,
  pageFields,
  typedValues,
  type FormSettings,
  type LoginFields,
} from '../server/sign-in/login-fields.ts';
import type { AuthPages } from '../server/pages/page-types.ts';
import { Parameters } from '../server/endpoints/parameters.ts';
import { SignInProblem } from '../server/responses/problems.ts';
import { type CheckedAttempt, GuardedAuthenticate } from '../server/guessing/guarded-authenticate.ts';
import { formAccountOf } from '../server/guessing/form-account.ts';
import { honestText, shownText, alertBox, joinParts } from '../server/pages/page-parts.ts';
import { attemptOriginOf } from '../server/guessing/guess-subjects.ts';
import { authenticationFailed } from '../server/sign-in/run-authenticate.ts';
import type { ServerAddress } from '../server/address/server-address.ts';
import type { AuthorizationServices } from '../server/authorization-services.ts';
import type { AuthEndpoint } from '../server/endpoints/auth-endpoint.ts';
import { subjectOfAccepted } from '../server/tokens/subject-of-accepted.ts';
import { connectSeconds, type ConnectTicket, type ConnectTickets } from './connect-tickets.ts';
import type { AuthField } from '../../auth-ui/index.ts';
import { formFields, hiddenField } from '../server/pages/form-fields.ts';
import { answerPage } from '../server/pages/page-document.ts';

export interface ConnectEndpointOptions extends Pick<AuthorizationServices, 'store' | 'keys' | 'clock' | 'logger' | 'fetch' | 'addressOf'> {
  readonly settings: SignInSettings;
  readonly pages: AuthPages;
  readonly tickets: ConnectTickets;
  readonly serverName: string;
  readonly get: AuthenticateContext['get'];
  readonly keep: (sub: string, credentials: JsonObject) => Promise<void>;
  /** Tells the person's own subscribers that a credential changed. */
  readonly tell: (key: string, whose: { readonly issuer: string; readonly sub: string }) => void;
}

const maxFormBytes = 65_536;
/** Posts allowed for one link; more are guesses. */
const maxTries = 20;

const badTicket = 'This link is not valid any more. Ask again in the program that you came from.';
const otherAccount = 'This link is for another account than the one you signed in with. Nothing was connected.';

/** `/oauth/connect`: a person connects one credential, having proven to be whom the link is for. */
export function createConnectEndpoints(options: ConnectEndpointOptions): readonly AuthEndpoint[] {
  const endpoint = new ConnectEndpoint(options);
  const answer = (exchange: HttpExchange): Promise<HttpAnswer> =>
    answerWithPage(options.logger, options.pages, () => endpoint.answer(exchange));
  return (['GET', 'POST'] as const).map((method) => ({ method, path: '/oauth/connect', refusesCors: true, answer }));
}

/** What this browser has to do with a link; sealed in its cookie. */
interface BrowserState {
  /** Goes with the forms of the link's pages. */
  readonly csrf: string;
  /** Once the person has signed in as the ticket's `sub`: how `authenticate` names the account. */
  readonly account?: string;
}

interface Opened {
  readonly exchange: HttpExchange;
  /** Undefined: the browser has not opened the link before. */
  readonly state: BrowserState | undefined;
  readonly address: ServerAddress;
  readonly ticket: ConnectTicket;
  readonly token: string;
}

class ConnectEndpoint {
  readonly #options: ConnectEndpointOptions;
  readonly #runner: GuardedAuthenticate | undefined;

  constructor(options: ConnectEndpointOptions) {
    const { authenticate } = options.settings;
    this.#options = options;
    this.#runner = authenticate === undefined ? undefined : new GuardedAuthenticate(authenticate, options);
  }

  async answer(exchange: HttpExchange): Promise<HttpAnswer> {
    if (this.#runner === undefined) throw new SignInProblem('Connecting credentials is not set up on this server', 409);
    const form = exchange.method === 'POST' ? await readPosted(exchange) : parseFields(exchange.query);
    const token = new Parameters(form, (message) => new SignInProblem(message)).require('token');
    const ticket = await this.#options.tickets.read(token);
    if (ticket === undefined) throw new SignInProblem(badTicket);
    const address = this.#options.addressOf(exchange);
    const state = await this.#readState({ exchange, address, ticket });
    const opened: Opened = { exchange, address, ticket, token, state };
    if (exchange.method !== 'POST') return this.#page(opened);
    const sent = new Parameters(form, (message) => new SignInProblem(message)).get('csrf');
    await checkFormOrigin(exchange, address, { csrf: state?.csrf, sent });
    await this.#countTry(ticket);
    return state?.account !== undefined ? this.#connect(opened, this.#runner, form) : this.#signIn(opened, this.#runner, form);
  }

  async #countTry(ticket: ConnectTicket): Promise<void> {
    const tries = await this.#options.store.increment(`connect-tries:${ticket.id}`, 1, connectSeconds * 1000);
    if (tries > maxTries) throw new SignInProblem(badTicket);
  }

  async #signIn(opened: Opened, runner: GuardedAuthenticate, form: FormFields): Promise<HttpAnswer> {
    const { logger, settings } = this.#options;
    const accepted = this.#fields(opened.ticket, true);
    const { identity } = formSettings(settings, false);
    const fields = fieldsOf(form, { accepted, identity });
    const account = formAccountOf(fields, { accepted }, settings.login);
    const outcome = await runner.run({ ...this.#attempt(opened), ...account, input: { fields } });
    if (!outcome.ok) return this.#page(opened, { fields, refused: outcome });
    const sub = await subjectOfAccepted(outcome, fields, { settings, logger }).catch(() => undefined);
    if (sub === undefined) return this.#page(opened, { fields, refused: { message: authenticationFailed } });
    if (sub !== opened.ticket.sub) throw new SignInProblem(otherAccount, 403);
    // A new value after sign-in: the holder of the old one has not signed in.
    const state = { csrf: randomId(), account: accountOf(outcome, fields, settings.login) ?? sub };
    return this.#page({ ...opened, state }, { isNew: true });
  }

  async #connect(opened: Opened, runner: GuardedAuthenticate, form: FormFields): Promise<HttpAnswer> {
    const { context, key, sub } = opened.ticket;
    const fields = fieldsOf(form, { accepted: this.#fields(opened.ticket, false), identity: new Map() });
    const resume = withoutUndefined({ sub, key, context });
    const outcome = await runner.run({ ...this.#attempt(opened), input: { fields, resume }, identifiers: [sub], account: sub });
    if (!outcome.ok) return this.#page(opened, { fields, refused: outcome });
    if (outcome.credentials === undefined) return this.#page(opened, { fields, refused: { message: authenticationFailed } });
    await this.#store(opened.ticket, outcome.credentials);
    this.#options.tell(key, { issuer: opened.address.issuer, sub });
    return answerConnectedPage(opened.ticket, { 'set-cookie': this.#cookie(opened, '') });
  }

  /** One use of a link: it is used up before anything is stored. */
  async #store(ticket: ConnectTicket, credentials: JsonObject): Promise<void> {
    if (!(await this.#options.tickets.use(ticket))) throw new SignInProblem(badTicket);
    try {
      await this.#options.keep(ticket.sub, credentials);
    } catch (cause) {
      throw new ServiceError('INTERNAL_ERROR', 'a credential could not be stored', { cause });
    }
  }

  /** The page of the link as far as this browser has come; a browser that opens it first is given its cookie. */
  async #page(opened: Opened, shown: Shown = {}): Promise<HttpAnswer> {
    const { address, ticket, token } = opened;
    const { refused } = shown;
    const { state = { csrf: randomId() } } = opened;
    const signsIn = state.account === undefined;
    const mark = refused?.retryField === undefined ? undefined : { field: refused.retryField, message: refused.message };
    const fields = pageFields(this.#fields(ticket, signsIn), shown.fields ?? {}, mark);
    const path = `${new URL(address.baseUrl).pathname.replace(/\/$/, '')}/oauth/connect`;
    const isNew = shown.isNew === true || opened.state === undefined;
    const headers: HttpAnswer['headers'] = isNew ? { 'set-cookie': this.#cookie(opened, await this.#sealState(ticket, state)) } : {};
    const { csrf, account = ticket.sub } = state;
    const page = { ticket, token, csrf, account, path, fields, signsIn, serverName: this.#options.serverName, error: refused?.message };
    return answerConnectPage(page, headers);
  }

  /** To sign in, the fields of the login; to connect, the one that has the name of the credential. */
  #fields({ key }: ConnectTicket, signsIn: boolean): LoginFields {
    const { fields } = this.#options.settings.login;
    if (signsIn) return fields ?? builtInFields(true);
    const own = fields !== undefined && Object.hasOwn(fields, key) ? fields[key] : undefined;
    return { [key]: own === undefined ? { type: 'password', label: honestText(key), required: true } : { ...own, required: true } };
  }

  #attempt({ exchange, ticket }: Opened): Omit<CheckedAttempt, 'input' | 'identifiers'> {
    const { fetch, get, logger } = this.#options;
    const context = { get, fetch, logger: logger.child('authenticate'), clientId: ticket.clientId };
    return { context, ...attemptOriginOf(exchange), page: ticket.id };
  }

  /** Of this browser and this very link: what was sealed for another one does not open. */
  async #readState(opened: Pick<Opened, 'exchange' | 'address' | 'ticket'>): Promise<BrowserState | undefined> {
    const seal = await this.#seal();
    for (const value of readCookie(opened.exchange, cookieName(opened)).slice(0, 8)) {
      const text = await seal.open(value, bindingOf(opened.ticket));
      // Sealed by us, so its shape needs no check.
      if (text !== undefined) return JSON.parse(text) as BrowserState;
    }
    return undefined;
  }

  async #sealState(ticket: ConnectTicket, state: BrowserState): Promise<string> {
    return (await this.#seal()).seal(JSON.stringify(state), bindingOf(ticket));
  }

  readonly #cookie = (opened: Opened, value: string): string =>
    printCookie({ name: cookieName(opened), value, secure: isSecure(opened), maxAgeSeconds: value === '' ? 0 : connectSeconds });

  async #seal(): Promise<Seal> {
    return new Seal(await this.#options.keys.derive('connect-account'), { label: 'connect-account', identity: '' });
  }
}

interface Shown {
  readonly fields?: Readonly<Record<string, string>>;
  readonly refused?: { readonly message: string; readonly retryField?: string };
  /** The state is not what the browser's cookie holds. */
  readonly isNew?: true;
}

const bindingOf = ({ id, sub }: ConnectTicket): string => JSON.stringify([id, sub]);

/** As `authenticate` says, or as it has accepted: the field that the subject is made from. Other fields are only claimed. */
function accountOf(
  { profile, sub }: { readonly profile?: UserProfile; readonly sub?: string },
  fields: Readonly<Record<string, string>>,
  { subject }: LoginOptions,
): string | undefined {
  const named = profile?.email ?? profile?.name ?? sub;
  return named ?? (subject?.fromField === undefined ? undefined : fields[subject.fromField]);
}

const isSecure = ({ address }: Pick<Opened, 'address'>): boolean => address.baseUrl.startsWith('https:');
const cookieName = (opened: Pick<Opened, 'address' | 'ticket'>): string =>
  `${isSecure(opened) ? '__Host-' : ''}service_connect_${opened.ticket.id.slice(0, 12)}`;

/** `token` is ours, not the author's. */
const fieldsOf = (form: FormFields, settings: Pick<FormSettings, 'accepted' | 'identity'>): Readonly<Record<string, string>> =>
  typedValues(new Map([...form].filter(([name]) => name !== 'token')), settings);

async function readPosted(exchange: HttpExchange): Promise<FormFields> {
  const body = await readForm(exchange, maxFormBytes);
  if (!('form' in body)) throw new SignInProblem(body.problem, body.status);
  return body.form;
}

interface ConnectPage {
  readonly ticket: ConnectTicket;
  readonly token: string;
  /** Goes with the form: only our page knows it. */
  readonly csrf: string;
  /** Whose it is, as `authenticate` has said. */
  readonly account: string;
  readonly serverName: string;
  /** Absolute path that the form posts to. */
  readonly path: string;
  readonly fields: readonly AuthField[];
  readonly error?: string | undefined;
  /** First the person proves to be the one whom the link is for. */
  readonly signsIn: boolean;
}

/** Shows the account: a person who was sent another person's link must see it. */
function answerConnectPage(page: ConnectPage, headers: HttpAnswer['headers'] = {}): HttpAnswer {
  const { account, csrf, error, fields, path, serverName, signsIn, ticket, token } = page;
  const body = joinParts([
    `<h1>Connect ${shownText(ticket.key)}</h1>`,
    `<p>This connects <strong>${shownText(ticket.key)}</strong> to the account <strong>${shownText(account)}</strong> at <strong>${shownText(serverName)}</strong>.</p>`,
    signsIn
      ? '<p class="note">Sign in as this account first. If it is not yours, close this page.</p>'
      : '<p class="soft">It is stored encrypted, for this account alone.</p>',
    alertBox(fields.some((field) => field.error === error) ? undefined : error),
    `<form method="post" action="${escapeHtml(path)}">`,
    hiddenField('token', token),
    hiddenField('csrf', csrf),
    formFields(fields),
    `<button type="submit">${signsIn ? 'Sign in' : 'Connect'}</button>`,
    '</form>',
  ]);
  return withHeaders(answerPage({ title: `Connect ${ticket.key} - ${serverName}`, body }, 200), headers);
}

function answerConnectedPage({ key }: ConnectTicket, headers: HttpAnswer['headers']): HttpAnswer {
  const body = `<h1>Connected</h1>\n<p><strong>${shownText(key)}</strong> is connected. You can close this page and go on where you came from.</p>`;
  return withHeaders(answerPage({ title: 'Connected', body }, 200), headers);
}

const withHeaders = (answer: HttpAnswer, headers: HttpAnswer['headers']): HttpAnswer => ({
  ...answer,
  headers: { ...answer.headers, ...headers },
});
