import { withoutUndefined, isRecord, utf8Length } from '../../../std/index.ts';
import type { AuthenticateContext, UserProfile } from '../../../define/sign-in-options.ts';
import { insteadOfClaim, type JsonObject, isReservedClaim } from '../../../model/index.ts';
import type { HttpAnswer } from '../../../web/exchange.ts';
import type { FormFields } from '../../../web/form.ts';
import { GuardedAuthenticate } from '../guessing/guarded-authenticate.ts';
import { formAccountOf } from '../guessing/form-account.ts';
import { attemptOriginOf } from '../guessing/guess-subjects.ts';
import { isSince, withdrawalOf, withdrawalsSoFar } from '../records/withdrawals.ts';
import type { SignInSettings } from '../local-settings.ts';
import { formSettings, type FormSettings, pageFields, shownValues, typedValues } from './login-fields.ts';
import { callbackPathOf, pageClientOf } from '../pages/page-client.ts';
import type { AuthPages } from '../pages/page-types.ts';
import { authenticationFailed, type Outcome } from './run-authenticate.ts';
import type { AuthorizationServices } from '../authorization-services.ts';
import type { SignedInUser } from './pending-sign-in.ts';
import type { SignInRequest, UserCheck } from './sign-in-step.ts';
import { normaliseEmail, subjectOf, subjectOfAccepted } from '../tokens/subject-of-accepted.ts';

export interface FormUserCheckOptions extends Pick<
  AuthorizationServices,
  'logger' | 'fetch' | 'ownPages' | 'store' | 'signInStore' | 'clock' | 'keys'
> {
  readonly settings: SignInSettings;
  readonly pages: AuthPages;
  readonly serverName: string;
  readonly get: AuthenticateContext['get'];
  /** Where `credentials` of `authenticate` go. */
  readonly keepCredentials: ((sub: string, credentials: JsonObject) => Promise<void>) | undefined;
}

interface Refused {
  readonly message: string;
  readonly field?: string | undefined;
  readonly status: number;
  readonly values: Readonly<Record<string, string>>;
}

interface Typed {
  readonly values: Readonly<Record<string, string>>;
  readonly soFar: number;
}

type Answered = Awaited<ReturnType<UserCheck['answer']>>;

/** The sign-in page and what is behind it: `authenticate`, or nothing but an address that is believed. */
export class FormUserCheck implements UserCheck {
  readonly #options: FormUserCheckOptions;
  readonly #runner: GuardedAuthenticate | undefined;
  readonly #form: FormSettings;
  readonly #dropped = new Set<string>();

  constructor(options: FormUserCheckOptions) {
    const { authenticate, login } = options.settings;
    this.#options = options;
    this.#form = formSettings(options.settings, login.render !== undefined || options.ownPages?.replaces('login') === true);
    this.#runner = authenticate === undefined ? undefined : new GuardedAuthenticate(authenticate, options);
  }

  ask(request: SignInRequest): Promise<HttpAnswer> {
    return Promise.resolve(this.#page(request));
  }

  async answer(request: SignInRequest, form: FormFields): Promise<Answered> {
    const checked: Typed = { values: typedValues(form, this.#form), soFar: await withdrawalsSoFar(this.#options.signInStore) };
    return this.#runner === undefined ? this.#believe(request, checked) : this.#check(this.#runner, request, checked);
  }

  /** No identity provider stands behind it: development, or a server of one person. */
  async #believe(request: SignInRequest, { soFar, values }: Typed): Promise<Answered> {
    const { anonymousSubject, login, requireEmail } = this.#options.settings;
    // Own fields without `authenticate` are unchecked, so none of them is an identity.
    const email = login.fields === undefined ? values['email'] : undefined;
    if (email === undefined || email === '') {
      if (requireEmail) return { page: this.#page(request, { message: 'Email is required', field: 'email', status: 400, values }) };
      return { user: { sub: await subjectOf('anonymous', anonymousSubject), ...this.#named(values, ['name']), claims: {} }, soFar };
    }
    return { user: { sub: await subjectOf('email', normaliseEmail(email)), ...this.#named(values, ['email', 'name']), claims: {} }, soFar };
  }

  async #check(runner: GuardedAuthenticate, request: SignInRequest, { soFar, values }: Typed): Promise<Answered> {
    const { clientId, clientName } = request.client;
    const { fetch, get, logger, settings } = this.#options;
    const context = withoutUndefined({ get, fetch, logger: logger.child('authenticate'), clientId, clientName });
    const outcome = await runner.run({
      input: { fields: values },
      context,
      ...attemptOriginOf(request.exchange),
      ...formAccountOf(values, this.#form, settings.login),
      page: request.signIn.id,
    });
    if (!outcome.ok) {
      const { busy, message, retryAfterSeconds, retryField } = outcome;
      const page = this.#page(request, { message, field: retryField, status: busy === true ? 503 : 200, values });
      return { page: withRetryAfter(page, retryAfterSeconds) };
    }
    try {
      return { user: await this.#accept(outcome, { soFar, values }), soFar };
    } catch (failure) {
      logger.error('the answer of authenticate could not be used', { failure });
      return { page: this.#page(request, { message: authenticationFailed, status: 200, values }) };
    }
  }

  async #accept(outcome: Extract<Outcome, { ok: true }>, { soFar, values }: Typed): Promise<SignedInUser> {
    const { logger, settings, signInStore } = this.#options;
    const sub = await subjectOfAccepted(outcome, values, { settings, logger });
    const profile = outcome.profile ?? this.#named(values, ['email', 'name']);
    const user = { sub, ...profile, claims: customClaims(outcome.claims, (name) => this.#warnDropped(name)) };
    // Otherwise the sign-in ends: nothing is kept of it.
    const isGood = !isSince(await withdrawalOf(signInStore, sub), soFar);
    if (outcome.credentials !== undefined && isGood) await this.#keep(sub, outcome.credentials);
    return user;
  }

  /** Once for each name, of which there are few: a claim that never arrives is looked for in the wrong place. */
  #warnDropped(claim: string): void {
    if (this.#dropped.has(claim)) return;
    this.#dropped.add(claim);
    const { logger } = this.#options;
    logger.warn(
      `authenticate returned the claim "${claim}", which only the server sets: it is not in the token. ${insteadOfClaim(claim)}.`,
    );
  }

  async #keep(sub: string, credentials: JsonObject): Promise<void> {
    const { keepCredentials, logger } = this.#options;
    if (keepCredentials === undefined) logger.warn('credentials of authenticate were dropped: this server has no credential vault');
    else await keepCredentials(sub, credentials);
  }

  #page(request: SignInRequest, refused?: Refused): HttpAnswer {
    const { login } = this.#options.settings;
    return login.render === undefined ? this.#builtInPage(request, refused) : this.#ownPage(login.render, request, refused);
  }

  #builtInPage(request: SignInRequest, refused: Refused | undefined): HttpAnswer {
    const { address, client, signIn } = request;
    const { ownPages, pages, serverName, settings } = this.#options;
    const { logo, logoUri, subtitle, title } = settings.login;
    const shownLogo = logo ?? logoUri;
    const mark = refused?.field === undefined ? undefined : { field: refused.field, message: refused.message };
    const page = {
      title,
      subtitle,
      logo: shownLogo,
      serverName,
      client: pageClientOf(client, signIn.redirectUri),
      scopes: signIn.scopes,
      fields: pageFields(this.#form.shown, refused?.values ?? {}, mark),
      pendingAuthId: signIn.id,
      csrf: signIn.csrf,
      callbackPath: callbackPathOf(address),
      error: refused?.message,
      unchecked: settings.authenticate === undefined,
    };
    const status = refused?.status ?? 200;
    return ownPages?.print('login', { ...page, request }, status) ?? pages.signIn(page, status);
  }

  #ownPage(render: NonNullable<SignInSettings['login']['render']>, request: SignInRequest, refused: Refused | undefined): HttpAnswer {
    const { address, client, signIn } = request;
    const { pages, settings } = this.#options;
    const logo = settings.login.logo ?? settings.login.logoUri;
    const context = withoutUndefined({
      clientId: client.clientId,
      clientName: client.clientName,
      logoUri: logo,
      scopes: signIn.scopes,
      pendingAuthId: signIn.id,
      csrf: signIn.csrf,
      callbackPath: callbackPathOf(address),
      fields: this.#form.shown,
      error: refused?.message,
      values: shownValues(this.#form.shown, refused?.values ?? {}),
    });
    return pages.own(render(context), refused?.status ?? 200);
  }

  /** What the form sent of these, when its author declared them. */
  #named(values: Readonly<Record<string, string>>, names: readonly ('email' | 'name')[]): UserProfile {
    const { claimable } = this.#form;
    return Object.fromEntries(
      names.flatMap((name) => {
        const value = Object.hasOwn(claimable, name) ? values[name] : undefined;
        return value === undefined || value === '' ? [] : [[name, value]];
      }),
    );
  }
}

/** For programs that read no pages. */
const withRetryAfter = (page: HttpAnswer, seconds: number | undefined): HttpAnswer =>
  seconds === undefined ? page : { ...page, headers: { ...page.headers, 'retry-after': String(seconds) } };

/** Bytes of JSON; a token travels with every request, and servers refuse long headers. */
const maxBytes = 4096;

/**
 * The claims of `authenticate` as they may stand in a token.
 * @param onDropped is told of each claim that only the server sets
 * @throws {Error} for what is no JSON or too long
 */
export function customClaims(claims: unknown, onDropped: (name: string) => void = () => undefined): JsonObject {
  if (claims === undefined) return {};
  if (!isRecord(claims)) throw new Error('claims must be an object');
  for (const name of Object.keys(claims)) if (isReservedClaim(name)) onDropped(name);
  const text = JSON.stringify(Object.fromEntries(Object.entries(claims).filter(([name]) => !isReservedClaim(name))));
  if (utf8Length(text) > maxBytes) throw new Error(`claims are over ${maxBytes} bytes of JSON`);
  return JSON.parse(text) as JsonObject;
}
