import { configInvalid } from '../../errors/index.ts';
import { connectionError } from '../store-errors.ts';
import type { SetOptions, Store, Swap } from '../../model/store.ts';

/** One step of a store, as its object is asked for it. */
export type StoreCommand =
  | { readonly operation: 'get' | 'delete'; readonly key: string }
  | ({ readonly operation: 'set'; readonly key: string; readonly value: string } & SetOptions)
  | ({ readonly operation: 'compareAndSet'; readonly key: string } & Partial<Swap>)
  | { readonly operation: 'keys'; readonly prefix: string }
  | { readonly operation: 'increment'; readonly key: string; readonly by: number; readonly ttlMs?: number | undefined }
  | { readonly operation: 'ping' };

/** What the object answers. */
export interface StoreReply {
  readonly value?: unknown;
  /** Why the command cannot be followed; the store itself is well. */
  readonly refused?: string;
}

/** As far as a namespace of objects is used. */
export interface ObjectNamespace {
  idFromName(name: string): object;
  get(id: object): { fetch(url: string, init: RequestInit): Promise<Response> };
}

/** The records in one Durable Object, which takes one step at a time: every operation is atomic. */
export function createObjectStore(namespace: ObjectNamespace): Store {
  const id = namespace.idFromName('store');
  const ask = async <Value>(command: StoreCommand): Promise<Value> => {
    const { refused, value } = await reply(namespace, { id, command });
    if (refused !== undefined) throw new TypeError(refused);
    return value as Value;
  };
  return {
    get: (key) => ask({ operation: 'get', key }),
    set: (key, value, options) => ask({ operation: 'set', key, value, ...options }),
    compareAndSet: (key, swap) => ask({ operation: 'compareAndSet', key, ...swap }),
    delete: (key) => ask({ operation: 'delete', key }),
    keys: (prefix) => ask({ operation: 'keys', prefix }),
    increment: (key, by, ttlMs) => ask({ operation: 'increment', key, by, ttlMs }),
    ping: () => ask({ operation: 'ping' }),
    close: async () => {},
  };
}

async function reply(namespace: ObjectNamespace, { command, id }: { id: object; command: StoreCommand }): Promise<StoreReply> {
  try {
    // A stub belongs to the request in which it is made.
    const answer = await namespace.get(id).fetch('https://store/', { method: 'POST', body: JSON.stringify(command) });
    if (answer.status === 200) return (await answer.json()) as StoreReply;
    await answer.body?.cancel();
    throw new Error(`HTTP ${answer.status} is no answer of the class ServiceStore`);
  } catch (failure) {
    throw connectionError('the Durable Object', failure);
  }
}

/** @throws {ServiceError} CONFIG_INVALID when the worker has no namespace of Durable Objects under this name */
export function namespaceOf(found: unknown, { className, name }: { readonly name: string; readonly className: string }): ObjectNamespace {
  if (isNamespace(found)) return found;
  const what = found === undefined ? 'is missing' : 'is no Durable Object';
  const rows = `{ name = "${name}", class_name = "${className}" } to \`durable_objects.bindings\` and { tag = "v1", new_sqlite_classes = ["${className}"] } to \`migrations\``;
  throw configInvalid(`The binding ${name} of the worker ${what}: add ${rows} of wrangler.toml, and deploy again`);
}

const isNamespace = (found: unknown): found is ObjectNamespace =>
  typeof found === 'object' && found !== null && 'idFromName' in found && typeof found.idFromName === 'function';
