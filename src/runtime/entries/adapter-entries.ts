import type { AdapterEntries, AdapterMethods, AnyClass, DynamicAdapter } from '../define/index.ts';
import { configInvalid, ServiceError } from '../errors/index.ts';
import type { Json } from '../model/index.ts';
import type { Awaitable } from '../std/index.ts';

/** An adapter whose static `prepare` is to be run, or was run at build. */
export interface PreparedAdapter {
  readonly className: string;
  readonly name: string;
  readonly target: AnyClass;
  readonly options: unknown;
}

/** An object of an adapter's class. */
export interface AdapterInstance extends DynamicAdapter, Pick<AdapterMethods, 'fetch'> {
  entries?(prepared: unknown): AdapterEntries;
}

/** Gives what the static `prepare` of an adapter returns. */
export type PrepareAdapter = (adapter: PreparedAdapter) => Awaitable<unknown>;

/** Results of `prepare`, by the key of the adapter. */
export type PreparedData = Readonly<Record<string, Json>>;

/** A name is unique within its class. */
export const adapterKey = ({ className, name }: Pick<PreparedAdapter, 'className' | 'name'>): string => `${className} ${name}`;

/** Results of the build. */
export const preparedAtBuild =
  (prepared: PreparedData = {}): PrepareAdapter =>
  (adapter) => {
    const key = adapterKey(adapter);
    if (Object.hasOwn(prepared, key)) return prepared[key];
    throw configInvalid(
      `the adapter "${adapter.name}" of ${adapter.className} was not there when the server was built: list it unconditionally and build again`,
    );
  };

/**
 * What makes the entries of an adapter for its start.
 * @throws {ServiceError} INVALID_DECORATOR_METADATA for a class without the methods of an adapter
 */
export async function startEntries(
  instance: AdapterInstance,
  adapter: PreparedAdapter,
  prepare: PrepareAdapter,
): Promise<() => Awaitable<AdapterEntries>> {
  const { className, target } = adapter;
  if (instance.entries === undefined) {
    if ('prepare' in target) throw misses(`${className} has static prepare and no entries(prepared) that takes what it returns`);
    if (instance.fetch === undefined) throw misses(`${className} needs fetch(), or static prepare and entries(prepared)`);
    return () => instance.fetch?.() ?? {};
  }
  const prepared = await prepare(adapter);
  return () => instance.entries?.(prepared) ?? {};
}

const misses = (message: string): ServiceError => new ServiceError('INVALID_DECORATOR_METADATA', message);
