import { inTime, isRecord, type Logger, withoutUndefined } from '../../../std/index.ts';
import type {
  Authenticate,
  AuthenticateContext,
  AuthenticateInput,
  AuthenticateResult,
  CredentialEntry,
  UserProfile,
} from '../../../define/sign-in-options.ts';
import { isJsonObject, type JsonObject } from '../../../model/index.ts';

/** What a person reads when the check itself failed: nothing of why. */
export const authenticationFailed = 'Authentication failed. Please try again.';

/** Checks that run at once, and that may wait for one to end; a flood of sign-ins must not become a flood at the user database. */
const maxRunning = 32;
const maxWaiting = 256;
/** Milliseconds that one check may take. */
const deadlineMs = 30_000;

type Accepted = Omit<Extract<AuthenticateResult, { ok: true }>, 'credentials'> & { readonly credentials?: JsonObject };

export type Outcome =
  | Accepted
  | {
      readonly ok: false;
      readonly message: string;
      readonly retryField?: string;
      readonly busy?: true;
      readonly retryAfterSeconds?: number;
    };

/** Runs `authenticate` under bounds; whatever it does besides answering well is a refusal. */
export class AuthenticateRunner {
  readonly #authenticate: Authenticate;
  readonly #logger: Logger;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(authenticate: Authenticate, logger: Logger) {
    this.#authenticate = authenticate;
    this.#logger = logger;
  }

  /** The next one would have to wait. */
  get isFull(): boolean {
    return this.#running >= maxRunning;
  }

  /** @param around called as soon as there is room, with the check to be made or not */
  async run(
    input: AuthenticateInput,
    context: AuthenticateContext,
    around: (check: () => Promise<Outcome>) => Promise<Outcome> = (check) => check(),
  ): Promise<Outcome> {
    if (this.isFull) {
      if (this.#waiting.length >= maxWaiting)
        return { ok: false, message: 'Too many people are signing in. Please try again in a moment.', busy: true };
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running++;
    try {
      return await around(() => this.#check(input, context));
    } finally {
      // The slot passes to a waiting attempt: a new one would exceed the limit.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }

  async #check(input: AuthenticateInput, context: AuthenticateContext): Promise<Outcome> {
    try {
      const late = (): Error => new Error(`authenticate did not answer within ${deadlineMs / 1000} s`);
      return readResult(await inTime(Promise.resolve(this.#authenticate(input, context)), deadlineMs, late));
    } catch (failure) {
      this.#logger.error('authenticate failed', { failure });
      return { ok: false, message: authenticationFailed };
    }
  }
}

/** The type promises a shape; what comes back at run time is only what the author wrote. */
function readResult(result: unknown): Outcome {
  if (typeof result !== 'object' || result === null || !('ok' in result))
    throw new Error('authenticate answered something else than { ok }');
  if (result.ok === true) return readAccepted(result);
  if (result.ok !== false || !('message' in result) || typeof result.message !== 'string')
    throw new Error('authenticate answered { ok: false } without a message');
  const { message } = result;
  return 'retryField' in result && typeof result.retryField === 'string'
    ? { ok: false, message, retryField: result.retryField }
    : { ok: false, message };
}

function readAccepted(result: object): Outcome {
  const { claims, credentials, profile, sub } = result as Extract<AuthenticateResult, { ok: true }>;
  if (sub !== undefined && (typeof sub !== 'string' || sub === '' || sub.length > 255))
    throw new Error('authenticate answered a sub that is no text of 1 to 255 characters');
  return withoutUndefined<Accepted>({
    ok: true,
    sub,
    claims,
    credentials: credentials === undefined ? undefined : readCredentials(credentials),
    profile: profile === undefined ? undefined : readProfile(profile),
  });
}

/** Characters of an email or a name. */
export const maxProfileLength = 320;

/** Present members only: an empty profile means that the user has neither, whatever the form says. */
function readProfile(profile: unknown): UserProfile {
  if (!isRecord(profile)) throw new Error('profile must be { email?, name? }');
  const members: Readonly<Record<string, unknown>> = { ...profile };
  return Object.fromEntries(
    (['email', 'name'] as const).flatMap((name) => {
      const value = members[name];
      if (value === undefined) return [];
      if (typeof value !== 'string' || value === '' || value.length > maxProfileLength)
        throw new Error(`profile.${name} must be text of 1 to ${maxProfileLength} characters`);
      return [[name, value]];
    }),
  );
}

/**
 * `credentials` of `authenticate` by key: as they are, or made of a list of `{ key, secret, metadata? }`. Texts of errors name no secret.
 * @throws {Error} for anything else
 */
export function readCredentials(given: unknown): JsonObject {
  if (Array.isArray(given)) return readList(given);
  if (isJsonObject(given)) return given;
  throw new Error('credentials must be values by key, or a list of { key, secret, metadata? }');
}

function readList(list: readonly unknown[]): JsonObject {
  const byKey = new Map<string, JsonObject>();
  for (const [at, entry] of list.entries()) {
    if (!isEntry(entry)) throw new Error(`credentials: item ${at + 1} must be { key, secret, metadata? }, with text as key`);
    const { key, metadata, secret } = entry;
    if (byKey.has(key)) throw new Error(`credentials: two items have the key "${key}"`);
    byKey.set(key, withoutUndefined({ secret, metadata }));
  }
  return Object.fromEntries(byKey);
}

function isEntry(entry: unknown): entry is CredentialEntry {
  if (!isJsonObject(entry)) return false;
  const { key, metadata, secret } = entry;
  return typeof key === 'string' && key !== '' && secret !== undefined && (metadata === undefined || isJsonObject(metadata));
}
