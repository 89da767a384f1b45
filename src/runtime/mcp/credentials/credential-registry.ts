import type { AuthProviderContext, AuthProviderOptions, AuthProviders, ProviderCredential } from '../../define/auth-provider.ts';
import type { AuthContext } from '../../define/auth-context.ts';
import { ServiceError } from '../../errors/index.ts';
import { type Clock, encodeBase64, type Logger, utf8 } from '../../std/index.ts';
import { principalOf } from '../principal.ts';

/** The caller that a credential is for. */
export interface CredentialCaller {
  readonly auth: AuthContext;
  readonly sessionId: string | undefined;
  readonly get: AuthProviderContext['get'];
}

export interface CredentialRegistryOptions {
  readonly app: string;
  readonly providers: readonly AuthProviderOptions[];
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Kept {
  readonly credential: ProviderCredential;
  /** Milliseconds since the epoch. */
  readonly goodUntil: number;
}

const standardTtlMs = 3_600_000;
/** A credential is not used in the last milliseconds of its life: the call that it is for takes time too. */
const marginMs = 5_000;
/** Credentials kept of one owner, and owners kept. */
const maxOfOwner = 100;
const maxKept = 10_000;

/** The credentials of one app: made by its providers and kept in memory, each for its owner alone. */
export class CredentialRegistry {
  readonly #options: CredentialRegistryOptions;
  readonly #byName: ReadonlyMap<string, AuthProviderOptions>;
  readonly #kept = new Map<string, Map<string, Kept>>();
  readonly #making = new Map<string, Promise<ProviderCredential | undefined>>();

  constructor(options: CredentialRegistryOptions) {
    this.#options = options;
    this.#byName = new Map(options.providers.map((provider) => [provider.name, provider]));
  }

  /**
   * `this.authProviders` of a caller.
   * @param aliases names that the entry uses, and the providers' own names for them
   */
  forCaller(caller: CredentialCaller, aliases: ReadonlyMap<string, string> = new Map()): AuthProviders {
    const own = (name: string): string => aliases.get(name) ?? name;
    const get = (name: string): Promise<ProviderCredential | undefined> => this.get(own(name), caller);
    const headers = async (name: string): Promise<Readonly<Record<string, string>>> => {
      const credential = await get(name);
      if (credential === undefined) return {};
      return this.#provider(own(name)).toHeaders?.(credential) ?? credentialHeaders(credential);
    };
    return {
      get,
      getMany: async (names) => Object.fromEntries(await Promise.all(names.map(async (name) => [name, await get(name)] as const))),
      headers,
      headersMany: async (names) => Object.assign({}, ...(await Promise.all(names.map(headers)))) as Record<string, string>,
      refresh: (name) => this.renew(own(name), caller),
      has: async (name) => this.isRegistered(own(name)) && (await get(name)) !== undefined,
      isRegistered: (name) => this.isRegistered(own(name)),
      invalidate: (name) => void this.#ownerKept(this.#owner(this.#provider(own(name)), caller))?.delete(own(name)),
    };
  }

  isRegistered(name: string): boolean {
    return this.#byName.has(name);
  }
  loadingOf(name: string): 'eager' | 'lazy' {
    return this.#provider(name).loading ?? 'lazy';
  }

  /** @throws {ServiceError} CONFIG_INVALID for a name that the app does not have */
  async get(name: string, caller: CredentialCaller): Promise<ProviderCredential | undefined> {
    const provider = this.#provider(name);
    const kept = this.#ownerKept(this.#owner(provider, caller))?.get(name);
    if (kept !== undefined && kept.goodUntil > this.#options.clock()) return kept.credential;
    return this.renew(name, caller);
  }

  #provider(name: string): AuthProviderOptions {
    const provider = this.#byName.get(name);
    if (provider === undefined) throw new ServiceError('CONFIG_INVALID', `app "${this.#options.app}" has no auth provider "${name}"`);
    return provider;
  }

  /** The owner of a credential; undefined for anonymous callers, which cannot be told apart: nothing is kept for them. */
  #owner({ scope = 'user' }: AuthProviderOptions, { auth, sessionId }: CredentialCaller): string | undefined {
    if (scope === 'global') return 'global';
    if (scope === 'session' && sessionId !== undefined) return JSON.stringify(['session', sessionId, principalOf(auth)]);
    return auth.isAnonymous ? undefined : JSON.stringify(['user', principalOf(auth)]);
  }

  readonly #ownerKept = (owner: string | undefined): Map<string, Kept> | undefined =>
    owner === undefined ? undefined : this.#kept.get(owner);

  /** One renewal at a time for one owner: a refresh token may work only once. */
  renew(name: string, caller: CredentialCaller): Promise<ProviderCredential | undefined> {
    const provider = this.#provider(name);
    const owner = this.#owner(provider, caller);
    if (owner === undefined) return this.#make(provider, caller, undefined);
    const key = JSON.stringify([owner, name]);
    const running = this.#making.get(key);
    if (running !== undefined) return running;
    const made = this.#make(provider, caller, this.#kept.get(owner)?.get(name)?.credential)
      .then((credential) => this.#keep(owner, provider, credential))
      .finally(() => this.#making.delete(key));
    this.#making.set(key, made);
    return made;
  }

  async #make(
    provider: AuthProviderOptions,
    caller: CredentialCaller,
    before: ProviderCredential | undefined,
  ): Promise<ProviderCredential | undefined> {
    const { factory, name, refresh } = provider;
    const ctx: AuthProviderContext = { ...caller, logger: this.#options.logger, fetch: (input, init) => fetch(input, init) };
    try {
      const next = before === undefined || refresh === undefined ? await factory(ctx) : await refresh({ ...ctx, credential: before });
      return next ?? undefined;
    } catch (failure) {
      // Only the operator reads the reason: it may quote secrets or their paths.
      this.#options.logger.error('a credential could not be made', { provider: name, app: this.#options.app, failure });
      return undefined;
    }
  }

  #keep(
    owner: string,
    { cacheTtl = standardTtlMs, name }: AuthProviderOptions,
    credential: ProviderCredential | undefined,
  ): ProviderCredential | undefined {
    const known = this.#kept.get(owner) ?? new Map<string, Kept>();
    // Inserted again at the end: the oldest is dropped first.
    this.#kept.delete(owner);
    known.delete(name);
    if (credential !== undefined) {
      const end = credential.expiresAt === undefined ? Number.POSITIVE_INFINITY : credential.expiresAt - marginMs;
      known.set(name, { credential, goodUntil: Math.min(this.#options.clock() + cacheTtl, end) });
    }
    dropOldest(known, maxOfOwner);
    if (known.size > 0) this.#kept.set(owner, known);
    dropOldest(this.#kept, maxKept);
    return credential;
  }
}

function dropOldest(map: Map<string, unknown>, max: number): void {
  for (const key of map.keys()) {
    if (map.size <= max) return;
    map.delete(key);
  }
}

/** Writes a credential as HTTP headers; none for kinds that headers cannot carry. */
export function credentialHeaders(credential: ProviderCredential): Readonly<Record<string, string>> {
  switch (credential.type) {
    case 'oauth':
      return { authorization: `Bearer ${credential.accessToken}` };
    case 'bearer':
      return { authorization: `Bearer ${credential.token}` };
    case 'api_key': {
      const { headerName = 'x-api-key', headerPrefix, key } = credential;
      return { [headerName.toLowerCase()]: headerPrefix === undefined ? key : `${headerPrefix} ${key}` };
    }
    case 'basic':
      return { authorization: `Basic ${encodeBase64(utf8(`${credential.username}:${credential.password}`))}` };
    default:
      return {};
  }
}
