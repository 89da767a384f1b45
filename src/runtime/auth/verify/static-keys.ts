import type { StaticAuthOptions, StaticToken } from '../../define/auth-options.ts';
import type { AuthContext } from '../../define/auth-context.ts';
import { createAuthContext } from '../../define/create-auth-context.ts';
import { configInvalid } from '../../errors/index.ts';
import type { JsonObject } from '../../model/index.ts';
import { isTokenEntry } from '../../options/auth-values.ts';
import { hashesEqual, sha256 } from '../../std/index.ts';

interface Key {
  readonly hash: Uint8Array;
  readonly caller: AuthContext;
}

/** The keys of `auth: { mode: static }` and who each stands for. Only hashes are kept. */
export class StaticKeys {
  readonly #keys: readonly Key[];

  readonly #same: typeof hashesEqual;

  private constructor(keys: readonly Key[], same: typeof hashesEqual) {
    this.#keys = keys;
    this.#same = same;
  }

  /**
   * @param fromVariable what the variable `tokensEnv` holds
   * @throws {ServiceError} CONFIG_INVALID for no key at all, or one that no client could send
   */
  static async read(
    { tokens, tokensEnv }: StaticAuthOptions,
    fromVariable: string | undefined,
    same: typeof hashesEqual = hashesEqual,
  ): Promise<StaticKeys> {
    const given = [...listOf(tokens), ...(fromVariable === undefined ? [] : parseKeys(fromVariable, tokensEnv ?? ''))];
    // Nobody could ever be let in: the operator finds out now and not by the first complaint.
    if (given.length === 0)
      throw configInvalid(`auth.mode is static and there is no key: set ${tokensEnv ?? 'auth.tokensEnv and its variable'}`);
    const seen = new Set<string>();
    const keys = await Promise.all(
      given.map(async (token, at) => {
        if (!sendable.test(token.token)) throw configInvalid(`key ${at + 1} holds characters that a bearer token may not hold, or none`);
        if (seen.has(token.token)) throw configInvalid(`key ${at + 1} is there twice: two callers would be one`);
        seen.add(token.token);
        return { hash: await sha256(token.token), caller: callerOf(token) };
      }),
    );
    return new StaticKeys(keys, same);
  }

  /** Whose key it is. Every key is compared, and each to its end, so that the time tells neither which nor how far. */
  async find(presented: string): Promise<AuthContext | undefined> {
    const hash = await sha256(presented);
    let found: AuthContext | undefined;
    for (const key of this.#keys) if (this.#same(hash, key.hash)) found = key.caller;
    return found;
  }
}

/** RFC 6750 section 2.1, `b64token`. */
const sendable = /^[A-Za-z0-9\-._~+/]+=*$/;

function listOf(tokens: StaticAuthOptions['tokens']): readonly StaticToken[] {
  return (typeof tokens === 'string' ? [tokens] : (tokens ?? [])).map((token, at) => named(token, at));
}

const named = (token: string | StaticToken, at: number): StaticToken =>
  typeof token === 'string' ? { token, sub: `api-key-${at + 1}` } : token;

/** Keys separated by commas, or JSON: a list of `{ token, sub, scopes?, claims? }`. Messages never repeat the value. */
function parseKeys(text: string, variable: string): readonly StaticToken[] {
  if (!text.trim().startsWith('[')) {
    const keys = text.split(',').map((key) => key.trim());
    return keys.filter((key) => key !== '').map((key, at) => named(key, at));
  }
  const wanted = `${variable}: expected keys separated by commas, or a JSON list of { token, sub, scopes?, claims? }`;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw configInvalid(wanted);
  }
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  if (!list.every(isStaticToken)) throw configInvalid(wanted);
  return list.map((token, at) => named(token, at));
}

const isStaticToken = (value: unknown): value is string | StaticToken => isTokenEntry(value);

function callerOf({ claims = {}, scopes = [], sub }: StaticToken): AuthContext {
  const text = (name: 'name' | 'email' | 'picture'): JsonObject => (typeof claims[name] === 'string' ? { [name]: claims[name] } : {});
  return createAuthContext({
    mode: 'static',
    isAnonymous: false,
    user: { sub, ...text('name'), ...text('email'), ...text('picture') },
    scopes,
    claims: Object.freeze({ ...claims, sub, scope: scopes.join(' ') }),
  });
}
