import type { ServerAddress } from '../address/server-address.ts';
import type { Client } from '../clients/client.ts';
import type { CheckedSignIn, PendingSignIn, SignedInUser } from './pending-sign-in.ts';
import type { JsonObject } from '../../../model/index.ts';
import type { HttpAnswer, HttpExchange } from '../../../web/exchange.ts';
import type { FormFields } from '../../../web/form.ts';

/** What a page needs beside the sign-in. */
export interface StepRequest {
  readonly signIn: CheckedSignIn;
  readonly client: Client;
  readonly address: ServerAddress;
  readonly exchange: HttpExchange;
}

/**
 * One page between the checked user and the code: federated, incremental, consent, in this order. A step that is not imported is not
 * in the bundle.
 */
export interface SignInStep {
  readonly name: string;
  /** The page to show; undefined when nothing is left to ask (the settled facts of `skip` then count). */
  ask(request: StepRequest): Promise<StepVerdict>;
  /** The posted form of this step's page. */
  answer(request: StepRequest, form: FormFields): Promise<StepVerdict>;
  /** Names the form: `consent_submitted=1`, `federated=true`, `incremental=true`. */
  isAnsweredBy(form: FormFields): boolean;
}

export type StepVerdict =
  /** Claims for the token, and query members for the redirect. */
  | { readonly settled: JsonObject; readonly claims?: JsonObject; readonly redirect?: Readonly<Record<string, string>> }
  | { readonly page: HttpAnswer };

/**
 * Finds out who signs in: the form and `authenticate`, or a provider upstream. The local server brings its own; a mode that signs in
 * elsewhere replaces it.
 */
export interface UserCheck {
  /** The page, or the redirect, that an open sign-in begins with. */
  ask(request: SignInRequest): Promise<HttpAnswer>;
  /** The posted form: the user, with the sign-in where the check moved it on, or the page again. */
  answer(request: SignInRequest, form: FormFields): Promise<UserVerdict>;
}

export type UserVerdict = (IdentifiedUser & { readonly signIn?: PendingSignIn }) | { readonly page: HttpAnswer };

export interface IdentifiedUser {
  readonly user: SignedInUser;
  /** Withdrawals of anybody when the check of the user began: a later one of this user makes it worthless. */
  readonly soFar: number;
}

/** As {@link StepRequest}, before the user is known. */
export type SignInRequest = Omit<StepRequest, 'signIn'> & { readonly signIn: PendingSignIn };

/** Open sign-ins for endpoints beside the form: returns from providers, side requests of custom pages. */
export interface SignInFlow {
  /**
   * The open sign-in of this id, if this browser began it.
   * @throws {SignInProblem} gone, or begun by another browser: a 400 page
   */
  find(exchange: HttpExchange, pendingAuthId: string): Promise<PendingSignIn>;
  /**
   * Runs work while no other request of this sign-in runs on this instance, with the sign-in as it is by then.
   * @throws {SignInProblem} 503 when too many wait, or when the client has gone
   */
  exclusive<T>(exchange: HttpExchange, found: PendingSignIn, work: (signIn: PendingSignIn) => Promise<T>): Promise<T>;
  /** Replaces the state that was read, for the remaining lifetime; false: another request was faster. */
  replace(read: PendingSignIn, next: PendingSignIn): Promise<boolean>;
  /**
   * The user is known: the sign-in moves on, and counts from now on for the caller's address.
   * @throws {SignInProblem} another request was faster, or a withdrawal came after the check began (400), or there is no room (503)
   */
  identify(exchange: HttpExchange, read: PendingSignIn, found: IdentifiedUser): Promise<HttpAnswer>;
  /** A form of the page that is open. */
  submit(exchange: HttpExchange, form: FormFields): Promise<HttpAnswer>;
  /** Goes on with what is stored: the page of the next open step, or the redirect with the code. */
  proceed(exchange: HttpExchange, signIn: CheckedSignIn): Promise<HttpAnswer>;
}
