import { addressShareOf } from '../../../web/address-share.ts';
import type { HttpAnswer, HttpExchange } from '../../../web/exchange.ts';
import { checkSignInCookie } from '../checks/check-sign-in-cookie.ts';
import { unknownClient } from '../checks/check-client.ts';
import { findClient } from '../clients/find-client.ts';
import { isSince, isWithdrawn, withdrawalOf } from '../records/withdrawals.ts';
import { SignInProblem } from '../responses/problems.ts';
import { redirectTo } from '../responses/redirect.ts';
import { fitsIntoToken } from '../tokens/fits-into-token.ts';
import { signInCookie } from './sign-in-cookie.ts';
import type { Client } from '../clients/client.ts';
import type { CheckedSignIn, PendingSignIn, SignedInUser } from './pending-sign-in.ts';
import type { SignInFlow, SignInStep, StepVerdict } from './sign-in-step.ts';
import { SignInQueue } from './sign-in-queue.ts';
import type { SignInServer } from './sign-in-server.ts';

const gone = 'Authorization request has expired';
const tooManyFromHere = 'Too many sign-ins came from this network. Please try again later.';
const tooMuchForToken = 'What was asked for does not fit into one access token. Ask for fewer scopes.';

/** Open sign-ins on their way from the checked user over the steps to the code. What extensions use is bound to it. */
export class SignInRun implements Omit<SignInFlow, 'submit'> {
  readonly #server: SignInServer;
  readonly #steps: readonly SignInStep[];
  readonly #queue = new SignInQueue();

  constructor(server: SignInServer, steps: readonly SignInStep[]) {
    this.#server = server;
    this.#steps = steps;
  }

  readonly find: SignInFlow['find'] = async (exchange, pendingAuthId) => {
    const address = this.#server.addressOf(exchange);
    const signIn = await this.#server.pending.find(pendingAuthId, address.issuer);
    if (signIn === undefined) throw new SignInProblem(gone);
    await checkSignInCookie(exchange, signIn, address);
    if (signIn.user !== undefined && isWithdrawn(signIn.withdrawal, await this.#withdrawalOf(signIn.user))) throw new SignInProblem(gone);
    return signIn;
  };

  readonly exclusive: SignInFlow['exclusive'] = (exchange, found, work) =>
    this.#queue.run(found.id, exchange, async (hasWaited) => work(hasWaited ? await this.find(exchange, found.id) : found));

  readonly replace: SignInFlow['replace'] = (read, next) => this.#server.pending.replace(read, next);

  async clientOf(exchange: HttpExchange, { clientId }: PendingSignIn): Promise<Client> {
    const client = await findClient(this.#server.clientSources, clientId, this.#server.addressOf(exchange));
    if (client === undefined) throw new SignInProblem(unknownClient);
    return client;
  }

  /** When another request with the same sign-in was faster, this answer is dropped. */
  readonly identify: SignInFlow['identify'] = async (exchange, read, { soFar, user }) => {
    const withdrawal = await this.#withdrawalOf(user);
    if (isSince(withdrawal, soFar)) throw new SignInProblem(gone);
    const next = { ...read, user, withdrawal };
    await this.#count(exchange, next);
    return this.proceed(exchange, await this.#move(read, next));
  };

  readonly #withdrawalOf = ({ sub }: SignedInUser): Promise<string | undefined> => withdrawalOf(this.#server.signInStore, sub);

  /** The step that is open, if the sign-in has come so far. */
  openStep({ isPage, settled }: PendingSignIn): SignInStep | undefined {
    return isPage === true ? undefined : this.#steps.find(({ name }) => settled[name] === undefined);
  }

  async settle(exchange: HttpExchange, read: CheckedSignIn, decided: { step: SignInStep; verdict: StepVerdict }): Promise<HttpAnswer> {
    const { step, verdict } = decided;
    if ('page' in verdict) return verdict.page;
    return this.proceed(exchange, await this.#move(read, withStep(read, step, verdict)));
  }

  readonly proceed: SignInFlow['proceed'] = async (exchange, signIn) => {
    const step = this.openStep(signIn);
    if (step === undefined) return this.#finish(exchange, signIn);
    const client = await this.clientOf(exchange, signIn);
    const verdict = await step.ask({ signIn, client, address: this.#server.addressOf(exchange), exchange });
    return this.settle(exchange, signIn, { step, verdict });
  };

  async #move(read: PendingSignIn, next: CheckedSignIn): Promise<CheckedSignIn> {
    if (!(await this.replace(read, next))) throw new SignInProblem(gone);
    return next;
  }

  /** Records are made of it more than once: in the grant, and of what was agreed to. */
  async #count(exchange: HttpExchange, kept: object): Promise<void> {
    const bytes = 2 * JSON.stringify(kept).length;
    if (!(await this.#server.signedIn.take(addressShareOf(exchange), bytes))) throw new SignInProblem(tooManyFromHere, 503);
  }

  /** One code a sign-in: it is taken before the code is made. */
  async #finish(exchange: HttpExchange, signIn: CheckedSignIn): Promise<HttpAnswer> {
    if (!fitsIntoToken(signIn, {})) throw new SignInProblem(tooMuchForToken);
    await this.#count(exchange, [signIn.settled, signIn.stepClaims]);
    if (!(await this.#server.pending.take(signIn))) throw new SignInProblem(gone);
    const { clientId, codeChallenge, issuer, redirectUri, resource, scopes, state, stepClaims, user, withdrawal } = signIn;
    const code = await this.#server.grantRecords.begin({
      clientId,
      redirectUri,
      codeChallenge,
      scopes,
      issuer,
      resource,
      user,
      claims: { ...user.claims, ...stepClaims },
      withdrawal,
    });
    const cookie = signInCookie(signIn, this.#server.addressOf(exchange), '');
    return redirectTo(redirectUri, { code, state, iss: issuer, ...signIn.redirectMembers }, { 'set-cookie': cookie });
  }
}

function withStep(read: CheckedSignIn, { name }: SignInStep, verdict: Exclude<StepVerdict, { page: HttpAnswer }>): CheckedSignIn {
  return {
    ...read,
    settled: { ...read.settled, [name]: verdict.settled },
    stepClaims: { ...read.stepClaims, ...verdict.claims },
    redirectMembers: { ...read.redirectMembers, ...verdict.redirect },
  };
}
