import type { AuthField } from '../../auth-ui/index.ts';
import { type Clock, encodeBase64url, randomId, secretsEqual, sha256, sha256Text } from '../../std/index.ts';
import type { HttpAnswer, HttpExchange } from '../../web/exchange.ts';
import { type FormFields, parseFields } from '../../web/form.ts';
import { answerWithPage } from '../server/responses/error-response.ts';
import { Parameters } from '../server/endpoints/parameters.ts';
import { SignInProblem } from '../server/responses/problems.ts';
import type { AuthPages } from '../server/pages/page-types.ts';
import { redirectTo } from '../server/responses/redirect.ts';
import type { AuthorizationServices } from '../server/authorization-services.ts';
import type { AuthEndpoint } from '../server/endpoints/auth-endpoint.ts';
import type { CheckedSignIn, PendingSignIn } from '../server/sign-in/pending-sign-in.ts';
import type { SignInFlow, SignInRequest, SignInStep, StepRequest, StepVerdict, UserCheck } from '../server/sign-in/sign-in-step.ts';
import { askForTokens } from '../upstream/ask-provider.ts';
import { UpstreamRefused } from '../upstream/upstream-provider.ts';
import type { UpstreamTokenVault } from '../upstream/upstream-tokens.ts';
import type { DeclaredProvider } from './declared-providers.ts';
import { answerPickerPage } from './picker-page.ts';
import { RecordStore } from '../../storage/record-store.ts';
import type { Store } from '../../model/store.ts';

export interface FederatedSignInOptions extends Pick<
  AuthorizationServices,
  'signInStore' | 'clock' | 'fetch' | 'logger' | 'addressOf' | 'ownPages'
> {
  readonly providers: readonly DeclaredProvider[];
  readonly minProviders: number;
  readonly requiredProviders: readonly string[];
  readonly serverName: string;
  readonly vault: UpstreamTokenVault;
  readonly pages: AuthPages;
  readonly flow: SignInFlow;
}

interface PickerProblem {
  readonly error: string;
  readonly status: number;
}

type PickerShown = Partial<PickerProblem & FirstPage>;

/** What the picker shows when a sign-in begins with it. */
export interface FirstPage {
  readonly title: string;
  /** Who signs in, where nothing checks that; none: a page of its own asks. */
  readonly fields: readonly AuthField[];
}

const invalidSelection = 'Invalid provider selection';
const badReturn = 'This return from a provider does not belong to an open sign-in. Start again from the program you came from.';

/** Links accounts at providers after the user is known: a page to pick, then one visit after another. */
export class FederatedSignIn {
  readonly #options: FederatedSignInOptions;
  readonly #progress: LinkProgressStore;

  constructor(options: FederatedSignInOptions) {
    this.#options = options;
    this.#progress = linkProgressStore(options.signInStore, options.clock);
  }

  get step(): SignInStep {
    return {
      name: 'federated',
      isAnsweredBy: isPickerForm,
      ask: async (request) => {
        const chosen = chosenProviders(request.signIn);
        return chosen === undefined ? { page: this.#pick(request, this.#ids) } : this.#visit(request, chosen);
      },
      answer: (request, form) => this.#answer(request, form),
    };
  }

  get endpoints(): readonly AuthEndpoint[] {
    const { logger, pages, providers } = this.#options;
    return providers.map((provider) => ({
      method: 'GET',
      path: returnPath(provider),
      refusesCors: true,
      answer: (exchange: HttpExchange) => answerWithPage(logger, pages, () => this.#return(exchange, provider)),
    }));
  }

  get #ids(): readonly string[] {
    return this.#options.providers.map(({ id }) => id);
  }

  /** The picker is the page that a sign-in begins with; the check of users stands behind it, or on the page where it asks for `fields` alone. */
  before(check: UserCheck, { fields, title }: FirstPage): UserCheck {
    const pick = (request: SignInRequest, ticked: readonly string[], problem?: PickerProblem): HttpAnswer =>
      this.#pick(request, ticked, { ...problem, title, fields });
    return {
      ask: async (request) => pick(request, this.#ids),
      answer: async (request, form) => {
        if (!isPickerForm(form)) return check.answer(request, form);
        const { chosen, problem } = this.#read(form);
        if (problem !== undefined) return { page: pick(request, chosen, problem) };
        const signIn = withChosenProviders(request.signIn, chosen);
        if (!(await this.#options.flow.replace(request.signIn, signIn))) throw new SignInProblem(badReturn);
        const next = { ...request, signIn };
        if (!fields.some(({ name }) => form.has(name))) return { page: await check.ask(next) };
        const verdict = await check.answer(next, form);
        return 'page' in verdict ? verdict : { ...verdict, signIn };
      },
    };
  }

  #pick({ address, signIn }: Pick<SignInRequest, 'address' | 'signIn'>, ticked: readonly string[], shown: PickerShown = {}): HttpAnswer {
    const { ownPages, providers, requiredProviders, serverName } = this.#options;
    const { status, ...others } = shown;
    const page = { signIn, address, serverName, providers, ticked, required: requiredProviders, ...others };
    return ownPages?.print('federated', page, status) ?? answerPickerPage(page, status);
  }

  async #answer(request: StepRequest, form: FormFields): Promise<StepVerdict> {
    const { chosen, problem } = this.#read(form);
    return problem === undefined ? this.#visit(request, chosen) : { page: this.#pick(request, chosen, problem) };
  }

  /** What the form of the picker chose, and what is wrong with that. */
  #read(form: FormFields): { readonly chosen: readonly string[]; readonly problem?: PickerProblem } {
    const chosen = [...new Set(form.get('providers') ?? [])];
    if (chosen.some((id) => !this.#ids.includes(id))) return { chosen, problem: { error: invalidSelection, status: 400 } };
    const missing = this.#missing(chosen);
    return missing === undefined ? { chosen } : { chosen, problem: { error: missing, status: 200 } };
  }

  async #visit(request: StepRequest, chosen: readonly string[]): Promise<StepVerdict> {
    const queue = this.#ids.filter((id) => chosen.includes(id));
    if (queue.length === 0) return this.#settled([]);
    const visit = await this.#leaveFor(request, { queue, linked: [] });
    await this.#progress.set(request.signIn, visit.progress);
    return { page: visit.answer };
  }

  #missing(linked: readonly string[]): string | undefined {
    const { minProviders, requiredProviders } = this.#options;
    const absent = requiredProviders.filter((id) => !linked.includes(id));
    if (absent.length > 0) return `Required provider(s) not linked: ${absent.join(', ')}`;
    return linked.length < minProviders ? `At least ${minProviders} provider(s) must be linked` : undefined;
  }

  #settled(linked: readonly string[]): Exclude<StepVerdict, { page: HttpAnswer }> {
    const federated = { enabled: true, selectedProviders: [...linked], skippedProviders: this.#ids.filter((id) => !linked.includes(id)) };
    return { settled: federated, claims: { federated } };
  }

  /** The way to the next provider: its state is good for one return, and for this browser's sign-in. */
  async #leaveFor(
    { address, signIn }: Pick<StepRequest, 'address' | 'signIn'>,
    { linked, queue }: LinkProgress,
  ): Promise<{ progress: LinkProgress; answer: HttpAnswer }> {
    const [next = '', ...rest] = queue;
    const provider = this.#providerOf(next);
    const { authorization } = await provider.endpoints();
    const [state, verifier] = [`federated:${signIn.id}:${randomId(32)}`, randomId(48)];
    const redirectUri = `${address.baseUrl}${returnPath(provider)}`;
    const answer = redirectTo(authorization, {
      response_type: 'code',
      client_id: provider.clientId,
      redirect_uri: redirectUri,
      scope: provider.scopes.length === 0 ? undefined : provider.scopes.join(' '),
      state,
      code_challenge: encodeBase64url(await sha256(verifier)),
      code_challenge_method: 'S256',
    });
    return {
      progress: { queue: rest, linked, current: { id: provider.id, stateHash: await sha256Text(state), verifier, redirectUri } },
      answer,
    };
  }

  #providerOf(id: string): DeclaredProvider {
    const provider = this.#options.providers.find((one) => one.id === id);
    if (provider === undefined) throw new SignInProblem(invalidSelection);
    return provider;
  }

  async #return(exchange: HttpExchange, provider: DeclaredProvider): Promise<HttpAnswer> {
    if (exchange.method !== 'GET') return { status: 405, headers: { allow: 'GET' } };
    const parameters = new Parameters(parseFields(exchange.query), (message) => new SignInProblem(message));
    const { current, progress, signIn } = await this.#take(exchange, provider, parameters.require('state'));
    await checkIssuer(provider, parameters.get('iss'));
    const after: LinkProgress = { queue: progress.queue, linked: progress.linked };
    // Who says no there, skips it here.
    if (parameters.get('error') !== undefined) return this.#goOn(exchange, signIn, after);
    const code = parameters.require('code');
    try {
      const { clock, fetch, flow, vault } = this.#options;
      const grant = { grant_type: 'authorization_code', code, redirect_uri: current.redirectUri, code_verifier: current.verifier };
      const { tokens } = await askForTokens({ provider, fetch, clock }, grant);
      // A withdrawal while the provider answered ends the sign-in: nothing is kept of it.
      await flow.find(exchange, signIn.id);
      await vault.keep(signIn.user.sub, provider.id, tokens);
    } catch (failure) {
      if (!(failure instanceof UpstreamRefused)) throw failure;
      this.#options.logger.warn('a provider could not be linked', { provider: provider.id, problem: failure.message });
      return this.#pick({ signIn, address: this.#options.addressOf(exchange) }, this.#ids, {
        error: `${provider.name} could not be linked. Try again, or leave it out.`,
        status: 200,
      });
    }
    return this.#goOn(exchange, signIn, { ...after, linked: [...after.linked, provider.id] });
  }

  /** The browser first, then the state, then its one use. */
  async #take(exchange: HttpExchange, provider: DeclaredProvider, state: string) {
    const signInId = /^federated:([A-Za-z0-9_-]{22}):[A-Za-z0-9_-]{43}$/.exec(state)?.[1];
    if (signInId === undefined) throw new SignInProblem(badReturn);
    const signIn = await this.#options.flow.find(exchange, signInId);
    const progress = await this.#progress.find(signIn);
    const current = progress?.current;
    if (!isChecked(signIn) || progress === undefined || current === undefined || current.id !== provider.id)
      throw new SignInProblem(badReturn);
    if (!(await secretsEqual(await sha256Text(state), current.stateHash))) throw new SignInProblem(badReturn);
    if (!(await this.#progress.swap(signIn, progress, { queue: progress.queue, linked: progress.linked })))
      throw new SignInProblem(badReturn);
    return { signIn, progress, current };
  }

  async #goOn(exchange: HttpExchange, signIn: CheckedSignIn, after: LinkProgress): Promise<HttpAnswer> {
    const address = this.#options.addressOf(exchange);
    if (after.queue.length > 0) {
      const visit = await this.#leaveFor({ address, signIn }, after);
      await this.#progress.set(signIn, visit.progress);
      return visit.answer;
    }
    const missing = this.#missing(after.linked);
    if (missing !== undefined) return this.#pick({ signIn, address }, this.#ids, { error: missing, status: 200 });
    const { claims, settled } = this.#settled(after.linked);
    const next: CheckedSignIn = {
      ...signIn,
      settled: { ...signIn.settled, federated: settled },
      stepClaims: { ...signIn.stepClaims, ...claims },
    };
    if (!(await this.#options.flow.replace(signIn, next))) throw new SignInProblem(badReturn);
    return this.#options.flow.proceed(exchange, next);
  }
}

const returnPath = ({ id }: DeclaredProvider): string => `/oauth/provider/${id}/callback`;
const isChecked = (signIn: PendingSignIn): signIn is CheckedSignIn => signIn.user !== undefined;

/** A return of another server is not this provider's, whatever code it brings (RFC 9207). Its issuer is at the address people are sent to. */
async function checkIssuer(provider: DeclaredProvider, iss: string | undefined): Promise<void> {
  if (iss === undefined) return;
  const { authorization } = await provider.endpoints();
  if (!URL.canParse(iss) || new URL(iss).origin !== new URL(authorization).origin)
    throw new SignInProblem('The provider that answered is another one.');
}

/** Among what is settled of a sign-in: no step has this name. */
const settledAs = 'chosen-providers';

const isPickerForm = (form: FormFields): boolean => form.get('federated')?.[0] === 'true';

/** Providers chosen before the user was known; undefined: not asked yet. */
export function chosenProviders({ settled }: PendingSignIn): readonly string[] | undefined {
  const ids = settled[settledAs]?.['ids'];
  // Written here alone, after a check against the options.
  return Array.isArray(ids) ? ids.map(String) : undefined;
}

const withChosenProviders = (signIn: PendingSignIn, ids: readonly string[]): PendingSignIn => ({
  ...signIn,
  settled: { ...signIn.settled, [settledAs]: { ids: [...ids] } },
});

/** How far the visits to the providers of one sign-in have come. */
interface LinkProgress {
  /** Still to be visited, in order. */
  readonly queue: readonly string[];
  readonly linked: readonly string[];
  /** The one where the browser is now. */
  readonly current?: { readonly id: string; readonly stateHash: string; readonly verifier: string; readonly redirectUri: string };
}

type LinkProgressStore = RecordStore<PendingSignIn, LinkProgress>;

/** One record for each open sign-in, which ends with it. A move is a swap, so that a return from a provider counts once. */
const linkProgressStore = (store: Store, clock: Clock): LinkProgressStore =>
  new RecordStore(store, { keyOf: ({ id }) => `federated:${id}`, lifetimeMs: (_progress, { expiresAt }) => expiresAt - clock() });
