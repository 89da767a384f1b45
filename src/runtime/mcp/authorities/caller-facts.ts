import type { AuthoritiesOptions } from '../../define/authorities.ts';
import type { AuthContext } from '../../define/auth-context.ts';
import { createAuthContext } from '../../define/create-auth-context.ts';
import { ServiceError } from '../../errors/index.ts';
import type { Awaitable } from '../../std/index.ts';

/** Facts about a caller that rules compare. */
export interface CallerFacts {
  readonly auth: AuthContext;
  /** Undefined: the claims say nothing about roles, which is not the same as none. */
  readonly roles: readonly string[] | undefined;
  readonly permissions: readonly string[] | undefined;
  /** `user.<name>` of paths: `sub`, `name`, `email`, and what the claims were mapped to. */
  readonly user: Readonly<Record<string, unknown>>;
}

export interface CallerCompleter {
  /** The caller with roles, permissions and the fields of pipes: what `this.auth` is. Rejects when a function of the author's does. */
  complete(auth: AuthContext): Awaitable<AuthContext>;
  /** Facts of a completed caller; undefined for another one. */
  factsOf(auth: AuthContext): CallerFacts | undefined;
}

/** Reads the options once; the same token is not mapped twice while nothing but its claims decides. */
export function createCallerCompleter(options: AuthoritiesOptions): CallerCompleter {
  const known = new WeakMap<AuthContext, CallerFacts>();
  const mapped = new WeakMap<AuthContext, AuthContext>();
  const pure = options.claimsResolver === undefined && options.pipes === undefined;
  const completeAgain = async (auth: AuthContext): Promise<AuthContext> => {
    const fields = await resolveFields(options, auth);
    const completed = completedCaller(auth, fields, await runPipes(options, auth, fields));
    known.set(completed, factsOf(completed, fields));
    if (pure) mapped.set(auth, completed);
    return completed;
  };
  return {
    factsOf: (auth) => known.get(auth),
    complete(auth) {
      const before = known.has(auth) ? auth : mapped.get(auth);
      if (pure && before !== undefined) return before;
      return completeAgain(auth);
    },
  };
}

type Fields = Readonly<Record<string, unknown>>;

function resolveFields({ claimsMapping = {}, claimsResolver }: AuthoritiesOptions, auth: AuthContext): Awaitable<Fields> {
  if (claimsResolver !== undefined) return claimsResolver({ auth, claims: auth.claims });
  const paths = { roles: 'roles', permissions: 'permissions', ...claimsMapping };
  const read = Object.entries(paths).flatMap(([name, path]) => {
    const value = path === undefined ? absent : readPath(auth.claims, path);
    return value === absent ? [] : [[name, path === 'scope' && typeof value === 'string' ? value.split(' ') : value] as const];
  });
  const given = {
    ...(auth.roles.length > 0 ? { roles: auth.roles } : {}),
    ...(auth.permissions.length > 0 ? { permissions: auth.permissions } : {}),
  };
  return { ...given, ...Object.fromEntries(read) };
}

/** One text is one name: `Team Lead` is not two roles. */
function namesOf(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined;
}

async function runPipes({ pipes = [] }: AuthoritiesOptions, auth: AuthContext, fields: Fields): Promise<Fields> {
  let added: Fields = {};
  const seen = completedCaller(auth, fields, {});
  for (const pipe of pipes) added = { ...added, ...(await pipe({ auth: seen, claims: auth.claims })) };
  return added;
}

/** @throws {ServiceError} SERVER_ERROR when a pipe would change who the caller is */
function completedCaller(auth: AuthContext, fields: Fields, added: Fields): AuthContext {
  const completed = createAuthContext({
    ...auth,
    roles: namesOf(fields['roles']) ?? [],
    permissions: namesOf(fields['permissions']) ?? [],
  });
  for (const [name, value] of Object.entries(added)) {
    if (name in completed) throw new ServiceError('SERVER_ERROR', `authorities.pipes may not replace this.auth.${name}`);
    Object.defineProperty(completed, name, { value, enumerable: true });
  }
  return completed;
}

function factsOf(auth: AuthContext, fields: Fields): CallerFacts {
  const { permissions, roles, ...others } = fields;
  return { auth, roles: namesOf(roles), permissions: namesOf(permissions), user: { ...others, ...auth.user } };
}

/** Nothing under that path: not the same as a value that is `null`. */
export const absent: unique symbol = Symbol('absent');

/**
 * A value by dot path, own members only: `__proto__` and the like lead nowhere. A name that holds dots itself, as the claims of some
 * providers do (`https://example.com/roles`), is found before the path is cut.
 */
export function readPath(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return absent;
  if (Object.hasOwn(value, path)) return Reflect.get(value, path) ?? absent;
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const name = path.slice(0, dot);
    if (Object.hasOwn(value, name)) return readPath(Reflect.get(value, name), path.slice(dot + 1));
  }
  return absent;
}
