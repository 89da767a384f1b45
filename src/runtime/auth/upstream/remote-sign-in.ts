import { JOSEError } from 'jose/errors';
import type { JsonObject } from '../../model/index.ts';
import { type Clock, encodeBase64url, escapeHtml, hashTextsEqual, randomId, secretsEqual, sha256, sha256Text } from '../../std/index.ts';
import type { HttpAnswer, HttpExchange } from '../../web/exchange.ts';
import { type FormFields, parseFields } from '../../web/form.ts';
import { answerWithPage } from '../server/responses/error-response.ts';
import type { AuthPages } from '../server/pages/page-types.ts';
import { Parameters } from '../server/endpoints/parameters.ts';
import { isLoopbackUri } from '../server/clients/redirect-uris.ts';
import { SignInProblem } from '../server/responses/problems.ts';
import { redirectTo } from '../server/responses/redirect.ts';
import type { AuthorizationServices } from '../server/authorization-services.ts';
import type { AuthEndpoint } from '../server/endpoints/auth-endpoint.ts';
import type { SignedInUser } from '../server/sign-in/pending-sign-in.ts';
import type { SignInFlow, SignInRequest, UserCheck, UserVerdict } from '../server/sign-in/sign-in-step.ts';
import { isSince, withdrawalOf, withdrawalsSoFar } from '../server/records/withdrawals.ts';
import { honestText, joinParts } from '../server/pages/page-parts.ts';
import { audiencesOf } from '../verify/access-token.ts';
import type { IdentityProvider } from '../verify/identity-provider.ts';
import { ProviderUnavailable } from '../verify/provider-documents.ts';
import { askForTokens, askForUser } from './ask-provider.ts';
import { UpstreamRefused, type UpstreamAnswer, type UpstreamEndpoints, type UpstreamProvider } from './upstream-provider.ts';
import type { UpstreamTokenVault } from './upstream-tokens.ts';
import { clientNotice, callbackPathOf, pageClientOf } from '../server/pages/page-client.ts';
import { hiddenField, signInForm } from '../server/pages/form-fields.ts';
import { answerPage } from '../server/pages/page-document.ts';
import { scopeList } from '../server/pages/scope-text.ts';
import { RecordStore } from '../../storage/record-store.ts';
import type { Store } from '../../model/store.ts';

/** What a way to a provider and back is bound to. */
interface UpstreamState {
  /** The open sign-in here. */
  readonly signInId: string;
  readonly providerId: string;
  readonly stateHash: string;
  readonly verifier: string;
  readonly nonce: string;
  readonly redirectUri: string;
  /** Withdrawals of anybody when the person left. */
  readonly soFar: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The way out. */
interface Departure {
  readonly state: string;
  readonly nonce: string;
  readonly codeChallenge: string;
}

/**
 * States of sign-ins that are at a provider: each is known by its hash alone, and good for one return. A sign-in has one: who leaves again,
 * and again, must not fill the store.
 */
export class UpstreamStates {
  readonly #records: RecordStore<string, UpstreamState>;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#records = new RecordStore(store, { keyOf, lifetimeMs: ({ expiresAt }) => expiresAt - clock() });
    this.#clock = clock;
  }

  async begin(facts: Pick<UpstreamState, 'signInId' | 'providerId' | 'redirectUri' | 'soFar' | 'expiresAt'>): Promise<Departure> {
    const [state, verifier, nonce] = [`${facts.signInId}.${randomId(32)}`, randomId(48), randomId(32)];
    await this.#records.set(facts.signInId, { ...facts, stateHash: await sha256Text(state), verifier, nonce });
    return { state, nonce, codeChallenge: encodeBase64url(await sha256(verifier)) };
  }

  async find(state: string): Promise<UpstreamState | undefined> {
    const [signInId = ''] = state.split('.', 1);
    const record = await this.#records.find(signInId);
    if (record === undefined || record.expiresAt <= this.#clock()) return undefined;
    return hashTextsEqual(await sha256Text(state), record.stateHash) ? record : undefined;
  }

  /** Uses it up; of two returns with one state, one is told true. */
  take(read: UpstreamState): Promise<boolean> {
    return this.#records.swap(read.signInId, read, undefined);
  }
}

const keyOf = async (signInId: string): Promise<string> => `upstream-state:${await sha256Text(signInId)}`;

interface DeparturePage {
  readonly request: SignInRequest;
  readonly serverName: string;
  /** Host of the provider's page. */
  readonly providerHost: string;
}

const marker = 'departure';

/** Which client asks, before the browser leaves for the provider, which knows this server alone. */
function answerDeparturePage({ providerHost, request, serverName }: DeparturePage): HttpAnswer {
  const { address, client, signIn } = request;
  const body = joinParts([
    '<h1>Sign in</h1>',
    clientNotice(pageClientOf(client, signIn.redirectUri), serverName),
    scopeList(signIn.scopes),
    `<p>You sign in at <strong>${escapeHtml(providerHost)}</strong>. If you are signed in there already, the program gets access at once.</p>`,
    signInForm(callbackPathOf(address), signIn, [hiddenField(marker, 'true'), '<button type="submit">Continue</button>']),
    '<p class="hint">If you did not start this, close this page: nothing has been shared.</p>',
  ]);
  return answerPage({ title: `Sign in - ${serverName}`, body }, 200);
}

const isDepartureForm = (form: FormFields): boolean => form.get(marker)?.[0] === 'true';

export interface RemoteSignInOptions extends Pick<AuthorizationServices, 'addressOf' | 'clock' | 'fetch' | 'logger' | 'signInStore'> {
  readonly provider: UpstreamProvider;
  /** Checks id tokens. */
  readonly identity: IdentityProvider;
  readonly flow: SignInFlow;
  readonly pages: AuthPages;
  readonly vault: UpstreamTokenVault;
  /** Of the page that names the client. */
  readonly serverName: string;
}

const gone = 'This sign-in is not open any more. Start again from the program you came from.';

/** Signing in at the provider of `auth: { mode: remote }`: the way there, and the return. */
export class RemoteSignIn implements UserCheck {
  readonly #options: RemoteSignInOptions;
  readonly #states: UpstreamStates;

  constructor(options: RemoteSignInOptions) {
    this.#options = options;
    this.#states = new UpstreamStates(options.signInStore, options.clock);
  }

  get endpoints(): readonly AuthEndpoint[] {
    const { logger, pages, provider } = this.#options;
    const answer = (exchange: HttpExchange): Promise<HttpAnswer> => answerWithPage(logger, pages, () => this.#return(exchange));
    return [{ method: 'GET', path: returnPath(provider), refusesCors: true, answer }];
  }

  /**
   * The provider knows this server and no client: it may answer for a person who has been there before without asking. So the person
   * agrees here first, unless the code goes to their own machine, where no stranger gets it (MCP security best practices, confused deputy).
   */
  async ask(request: SignInRequest): Promise<HttpAnswer> {
    if (isLoopbackUri(request.signIn.redirectUri)) return this.#leave(request);
    const { authorization } = await this.#endpoints();
    return answerDeparturePage({ request, serverName: this.#options.serverName, providerHost: new URL(authorization).host });
  }

  async answer(request: SignInRequest, form: FormFields): Promise<UserVerdict> {
    if (!isDepartureForm(form)) throw new SignInProblem('You sign in at the identity provider of this server, not here.');
    return { page: await this.#leave(request) };
  }

  async #leave({ address, signIn }: SignInRequest): Promise<HttpAnswer> {
    const { provider, signInStore } = this.#options;
    const { authorization } = await this.#endpoints();
    const redirectUri = `${address.baseUrl}${returnPath(provider)}`;
    const facts = {
      signInId: signIn.id,
      providerId: provider.id,
      redirectUri,
      soFar: await withdrawalsSoFar(signInStore),
      expiresAt: signIn.expiresAt,
    };
    const { codeChallenge, nonce, state } = await this.#states.begin(facts);
    return redirectTo(authorization, {
      response_type: 'code',
      client_id: provider.clientId,
      redirect_uri: redirectUri,
      scope: provider.scopes.join(' '),
      state,
      nonce: provider.scopes.includes('openid') ? nonce : undefined,
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
    });
  }

  #endpoints(): Promise<UpstreamEndpoints> {
    return this.#asking(() => this.#options.provider.endpoints());
  }

  async #return(exchange: HttpExchange): Promise<HttpAnswer> {
    // A look by HEAD spends neither the state nor the code.
    if (exchange.method !== 'GET') return { status: 405, headers: { allow: 'GET' } };
    const { flow, provider, signInStore, vault } = this.#options;
    const parameters = new Parameters(parseFields(exchange.query), (message) => new SignInProblem(message));
    const state = parameters.require('state');
    const record = await this.#states.find(state);
    if (record === undefined || record.providerId !== provider.id) throw new SignInProblem(gone);
    // The browser first: who only knows the state cannot use it up.
    const signIn = await flow.find(exchange, record.signInId);
    if (!(await this.#states.take(record)) || signIn.user !== undefined) throw new SignInProblem(gone);
    await this.#checkIssuer(parameters.get('iss'));
    const refused = parameters.get('error');
    if (refused !== undefined) throw new SignInProblem(`The identity provider did not sign you in: ${honestText(refused).slice(0, 100)}`);
    const { tokens, user } = await this.#asking(() => this.#exchange(record, parameters.require('code')));
    if (isSince(await withdrawalOf(signInStore, user.sub), record.soFar)) throw new SignInProblem(gone);
    await vault.keep(user.sub, provider.id, tokens);
    return flow.identify(exchange, signIn, { user, soFar: record.soFar });
  }

  /** A return of another server is not this provider's, whatever code it brings (RFC 9207, mix-up). */
  async #checkIssuer(iss: string | undefined): Promise<void> {
    const { issuer, namesIssuer } = await this.#endpoints();
    if (iss === undefined ? namesIssuer : issuer !== undefined && iss !== issuer)
      throw new SignInProblem('The identity provider that answered is another one.');
  }

  async #exchange({ nonce, redirectUri, verifier }: UpstreamState, code: string) {
    const { clock, fetch, provider } = this.#options;
    const asking = { provider, fetch, clock };
    const answer = await askForTokens(asking, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    });
    const claims = await this.#idClaims(answer, nonce);
    const facts = await askForUser(asking, answer.tokens);
    return { tokens: answer.tokens, user: readUser(claims, facts) };
  }

  /** OpenID Connect Core section 3.1.3.7: signature, issuer, audience, times, and the nonce of this very way out. */
  async #idClaims({ idToken }: UpstreamAnswer, nonce: string): Promise<JsonObject> {
    if (idToken === undefined) return {};
    const { identity, provider } = this.#options;
    const { payload } = await identity.check(idToken).catch((failure: unknown) => {
      throw failure instanceof JOSEError ? new UpstreamRefused('The identity provider sent an identity that is not valid') : failure;
    });
    const audiences = audiencesOf(payload.aud);
    const issued = payload.iss !== undefined && (await identity.issuers()).includes(payload.iss);
    const alone = !Array.isArray(payload.aud) || payload.aud.length === 1;
    const mine = audiences.includes(provider.clientId) && (alone || payload['azp'] === provider.clientId);
    const fresh = typeof payload['nonce'] === 'string' && (await secretsEqual(payload['nonce'], nonce));
    if (!issued || !mine || !fresh) throw new UpstreamRefused('The identity provider sent an identity that is not for this sign-in');
    return payload as JsonObject;
  }

  async #asking<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (failure) {
      if (failure instanceof UpstreamRefused) {
        this.#options.logger.warn('a sign-in at the identity provider failed', { problem: failure.message });
        throw new SignInProblem(failure.message, 502);
      }
      if (!(failure instanceof ProviderUnavailable)) throw failure;
      this.#options.logger.error('the identity provider cannot be asked', { problem: failure.message });
      throw new SignInProblem('The identity provider cannot be asked at the moment. Try again later.', 503);
    }
  }
}

const returnPath = ({ id }: UpstreamProvider): string => `/oauth/provider/${encodeURIComponent(id)}/callback`;

/** One person in both answers (OpenID Connect Core section 5.3.2). @throws {UpstreamRefused} */
function readUser(claims: JsonObject, facts: JsonObject): SignedInUser {
  const [first, second] = [claims['sub'], facts['sub']];
  if (first !== undefined && second !== undefined && first !== second) throw new UpstreamRefused('The identity provider named two people');
  const sub = first ?? second;
  if (typeof sub !== 'string' || sub === '' || sub.length > 255)
    throw new UpstreamRefused('The identity provider did not say who signed in');
  const text = (name: 'email' | 'name' | 'picture'): JsonObject => {
    const value = facts[name] ?? claims[name];
    return typeof value === 'string' && value !== '' ? { [name]: value.slice(0, 320) } : {};
  };
  return { sub, ...text('email'), ...text('name'), ...text('picture'), claims: {} };
}
