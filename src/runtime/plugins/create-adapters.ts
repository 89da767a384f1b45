import type { Container } from '../container/index.ts';
import { constructWith, type AdapterEntries } from '../define/index.ts';
import { callStatic, type AdapterInstance, type Collected, type CollectedAdapter } from '../entries/index.ts';
import { configInvalid } from '../errors/index.ts';
import type { Awaitable } from '../std/index.ts';

/** An adapter of a running server. */
export interface LiveAdapter extends Pick<CollectedAdapter, 'name' | 'owner'> {
  readonly instance: AdapterInstance;
  /** The entries of its start, once more. */
  readonly makeEntries: () => Awaitable<AdapterEntries>;
  /** Its entries may change. */
  readonly changes: boolean;
  /** Packages that it imports. */
  readonly modules: readonly string[];
  /** Its options were computed, so that its entries are still to be made. */
  readonly isComputed: boolean;
}

/**
 * The adapters of a server, in the order of their lists; the container has started.
 * @throws what a factory of options or a constructor throws
 */
export async function createAdapters(
  { adapterClasses, adapters }: Pick<Collected, 'adapterClasses' | 'adapters'>,
  container: Container,
): Promise<readonly LiveAdapter[]> {
  const live: LiveAdapter[] = [];
  for (const [at, adapter] of adapterClasses.entries()) {
    const { made, name, owner } = adapter;
    const { instance, makeEntries } = made ?? (await makeAdapter(adapter, container));
    const { changes = false, modules = [] } = adapters[at] ?? {};
    live.push({ name, owner, instance, makeEntries, changes, modules, isComputed: made === undefined });
  }
  return live;
}

async function makeAdapter(
  { factory, name, owner, target }: CollectedAdapter,
  container: Container,
): Promise<Pick<LiveAdapter, 'instance' | 'makeEntries'>> {
  const tokens = factory?.inject() ?? [];
  const args: unknown[] = [];
  for (const token of tokens) args.push(await container.resolve(owner, token));
  const options: unknown = factory === undefined ? undefined : await Reflect.apply(factory.useFactory, undefined, args);
  callStatic(target, 'checkOptions', options);
  const instance = constructWith({ resolver: container.view(owner) }, target, [options]) as AdapterInstance;
  const { name: computed } = instance.options;
  if (computed !== name)
    throw configInvalid(
      `the adapter "${name}" of ${target.name}: "useFactory" computes the name "${computed}", and a build has to know it: name the class so in @Adapter`,
    );
  return { instance, makeEntries: () => instance.fetch?.() ?? {} };
}
