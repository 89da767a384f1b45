import { declaredAs, tokenName, type AnyClass } from '../define/index.ts';
import { messageOf, ServiceError } from '../errors/index.ts';
import { type OwnerModel, ownerPath } from '../model/index.ts';
import { takeAll } from '../std/index.ts';

/** A provider in normal form. */
export interface ProviderDefinition {
  readonly token: unknown;
  readonly name: string;
  readonly scope: 'global' | 'context';
  readonly owner: readonly OwnerModel[];
  /** One of the scope CONTEXT whose factory is asynchronous: handlers wait for it. */
  readonly isAwaited: boolean;
  readonly make:
    | { readonly form: 'class'; readonly target: AnyClass }
    | { readonly form: 'value'; readonly value: unknown }
    | { readonly form: 'factory'; readonly inject: () => readonly unknown[]; readonly build: (args: readonly unknown[]) => unknown };
}

/** The chain of providers under construction, each required by the one before it. */
export type ProviderPath = readonly ProviderDefinition[];

/**
 * Reads one item of a `providers` list.
 * @throws {ServiceError} INVALID_ENTITY, MISSING_PROVIDE, INVALID_USE_CLASS, INVALID_USE_FACTORY, INVALID_USE_VALUE
 */
export function readProvider(item: unknown, owner: readonly OwnerModel[]): ProviderDefinition {
  const declared = declaredAs('provider', item);
  if (declared?.target !== undefined)
    return { token: item, ...naming(declared.options, item), owner, isAwaited: false, make: { form: 'class', target: declared.target } };
  if (typeof item !== 'object' || item === null) {
    throw new ServiceError(
      'INVALID_ENTITY',
      `${tokenName(item)} is not a provider: decorate the class with @Provider({ name }) or write { provide, useClass | useValue | useFactory }`,
    );
  }
  const record: Readonly<Record<string, unknown>> = { ...item };
  const token = record['provide'];
  if (token === undefined || token === null) throw new ServiceError('MISSING_PROVIDE', 'a provider record needs "provide"');
  const named = naming(record, token);
  return { token, ...named, owner, isAwaited: named.scope === 'context' && isAsynchronous(record), make: readMake(record, token) };
}

/** Declared with AsyncProvider, or an async function. */
const isAsynchronous = ({ awaited, useFactory }: Readonly<Record<string, unknown>>): boolean =>
  awaited === true || Object.prototype.toString.call(useFactory) === '[object AsyncFunction]';

function readMake(record: Readonly<Record<string, unknown>>, token: unknown): ProviderDefinition['make'] {
  const { useClass, useFactory, inject } = record;
  if ('useClass' in record) {
    if (!isClass(useClass)) throw new ServiceError('INVALID_USE_CLASS', `provider "${tokenName(token)}": useClass must be a class`);
    return { form: 'class', target: useClass };
  }
  if ('useFactory' in record) {
    if (typeof useFactory !== 'function')
      throw new ServiceError('INVALID_USE_FACTORY', `provider "${tokenName(token)}": useFactory must be a function`);
    if (inject !== undefined && typeof inject !== 'function')
      throw new ServiceError('INVALID_USE_FACTORY', `provider "${tokenName(token)}": inject must be a function that returns tokens`);
    return { form: 'factory', inject: () => tokensOf(inject), build: (args): unknown => Reflect.apply(useFactory, undefined, args) };
  }
  if (record['useValue'] === undefined)
    throw new ServiceError('INVALID_USE_VALUE', `provider "${tokenName(token)}" needs useClass, useValue or useFactory`);
  return { form: 'value', value: record['useValue'] };
}

function tokensOf(inject: unknown): readonly unknown[] {
  const tokens: unknown = typeof inject === 'function' ? Reflect.apply(inject, undefined, []) : [];
  return Array.isArray(tokens) ? tokens : [];
}

const isClass = (value: unknown): value is AnyClass => typeof value === 'function' && 'prototype' in value;

function naming(options: Readonly<Record<string, unknown>>, token: unknown): Pick<ProviderDefinition, 'name' | 'scope'> {
  const { name, scope } = options;
  return { name: typeof name === 'string' ? name : tokenName(token), scope: scope === 'context' ? 'context' : 'global' };
}

/** Thrown where a constructor needs a factory that is not done yet: its caller waits, and builds again. */
export class Pending {
  constructor(readonly promise: Promise<unknown>) {}
}

/** Adds the provider's name to an error of the author's constructor or factory. Our own errors name it already. */
export const constructionFailed = (definition: ProviderDefinition, error: unknown): ServiceError =>
  error instanceof ServiceError
    ? error
    : new ServiceError('PROVIDER_CONSTRUCTION_FAILED', `Provider "${definition.name}" could not be built: ${messageOf(error)}`, {
        cause: error,
      });

/** Disposes instances from the last to the first; every one gets its turn, then what failed is thrown. */
export const disposeAll = (instances: readonly unknown[]): Promise<void> =>
  takeAll(
    [...instances].reverse().flatMap((instance) => {
      const end = disposerOf(instance);
      return end === undefined ? [] : [async (): Promise<unknown> => Reflect.apply(end, instance, [])];
    }),
  );

function disposerOf(instance: unknown): ((...args: never[]) => unknown) | undefined {
  if (typeof instance !== 'object' || instance === null) return undefined;
  // Node 20 knows Symbol.asyncDispose; a platform that does not must not make `undefined` a key.
  for (const key of [Symbol.asyncDispose, Symbol.dispose, 'dispose'] as const) {
    const method: unknown = key === undefined ? undefined : Reflect.get(instance, key);
    if (isFunction(method)) return method;
  }
  return undefined;
}

const isFunction = (value: unknown): value is (...args: never[]) => unknown => typeof value === 'function';

export interface ExportedTokens {
  /** Chain of the plugin. */
  readonly owner: readonly OwnerModel[];
  readonly tokens: readonly unknown[];
}

/** Which owner sees which provider. */
export interface Visibility {
  find(owner: readonly OwnerModel[], token: unknown): ProviderDefinition | undefined;
  /** A definition of the token that its asker does not see. */
  elsewhere(token: unknown): ProviderDefinition | undefined;
  /** Whether an owner sees this provider, or one that may need it; a closer provider of the same token may hide it. */
  reaches(owner: readonly OwnerModel[], definition: ProviderDefinition): boolean;
}

/**
 * Lookup goes entry, plugin, app, server. A plugin's providers are seen in the whole app that registered it and nowhere else;
 * exported ones everywhere. An owner's own provider wins over one that a plugin brings.
 */
export function createVisibility(definitions: readonly ProviderDefinition[], exported: readonly ExportedTokens[]): Visibility {
  const scopes = new Map<string, Map<unknown, ProviderDefinition>>();
  const put = (path: string, definition: ProviderDefinition, weak: boolean): void => {
    const scope = scopes.get(path) ?? new Map<unknown, ProviderDefinition>();
    scopes.set(path, scope);
    if (!weak || !scope.has(definition.token)) scope.set(definition.token, definition);
  };
  for (const definition of definitions) put(ownerPath(definition.owner), definition, false);
  for (const definition of definitions) {
    const registrar = registrarOf(definition.owner);
    if (registrar.length < definition.owner.length) put(ownerPath(registrar), definition, true);
    const isExported = exported.some(
      ({ owner, tokens }) => ownerPath(owner) === ownerPath(definition.owner) && tokens.includes(definition.token),
    );
    if (isExported) put(ownerPath(definition.owner.slice(0, 1)), definition, true);
  }
  const find: Visibility['find'] = (owner, token) => {
    for (let length = owner.length; length > 0; length--) {
      const found = scopes.get(ownerPath(owner.slice(0, length)))?.get(token);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return {
    find,
    reaches: (owner, definition) =>
      find(owner, definition.token) === definition ||
      registrarOf(definition.owner).every(({ id, kind }, at) => owner[at]?.kind === kind && owner[at].id === id),
    elsewhere: (token) => definitions.find((definition) => definition.token === token),
  };
}

/** The server or app that a plugin was registered in. */
const registrarOf = (owner: readonly OwnerModel[]): readonly OwnerModel[] =>
  owner.filter((step) => step.kind === 'server' || step.kind === 'app');
