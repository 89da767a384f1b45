import { isPromiseLike } from '../std/index.ts';
import { constructionFailed, disposeAll, Pending, type ProviderDefinition, type ProviderPath } from './provider-definition.ts';

type Outcome = { readonly instance: unknown } | { readonly failure: unknown };

/** Builds one provider of a call. @throws {Pending} while it needs another that is not done */
type Build = (definition: ProviderDefinition, path: ProviderPath) => unknown;

/**
 * The CONTEXT providers of one call whose factories are asynchronous, built before its handler. A failure is kept for the code that asks for that
 * provider: an entry that does not use it works.
 */
export class AwaitedProviders {
  readonly #build: Build;
  readonly #outcomes = new Map<ProviderDefinition, Outcome>();
  readonly #running = new Map<ProviderDefinition, Promise<void>>();
  #isEnded = false;

  constructor(build: Build) {
    this.#build = build;
  }

  /** Builds them at the same time, where none needs another. Never rejects. */
  async buildAll(definitions: readonly ProviderDefinition[]): Promise<void> {
    await Promise.all(definitions.map((definition) => this.#settle(definition)));
  }

  /** @throws {Pending} while it is being built, and what its factory threw */
  instanceOf(definition: ProviderDefinition, path: ProviderPath): unknown {
    const known = this.#outcomes.get(definition);
    if (known !== undefined) return valueOf(known);
    const running = this.#running.get(definition);
    if (running !== undefined) throw new Pending(running);
    const outcome = this.#start(definition, path);
    this.#outcomes.set(definition, outcome);
    return valueOf(outcome);
  }

  /** Ends the call: returns the built instances; those still under construction are disposed when they are ready. */
  end(): readonly unknown[] {
    this.#isEnded = true;
    return [...this.#outcomes.values()].flatMap((outcome) => ('instance' in outcome ? [outcome.instance] : []));
  }

  /** @throws {Pending} for a promise */
  #start(definition: ProviderDefinition, path: ProviderPath): Outcome {
    let instance: unknown;
    try {
      instance = this.#build(definition, path);
    } catch (failure) {
      if (failure instanceof Pending) throw failure;
      return { failure };
    }
    if (!isPromiseLike(instance)) return { instance };
    const settled = this.#finish(definition, instance);
    this.#running.set(definition, settled);
    throw new Pending(settled);
  }

  async #finish(definition: ProviderDefinition, building: PromiseLike<unknown>): Promise<void> {
    try {
      const instance = await building;
      this.#outcomes.set(definition, { instance });
      // The result was sent while this was built. A failing disposal has no call left to report it to.
      if (this.#isEnded) await disposeAll([instance]).catch(() => undefined);
    } catch (failure) {
      this.#outcomes.set(definition, { failure: constructionFailed(definition, failure) });
    }
  }

  async #settle(definition: ProviderDefinition): Promise<void> {
    while (!this.#isEnded) {
      try {
        this.instanceOf(definition, []);
        return;
      } catch (failure) {
        // Other failures are kept for the code that injects the provider.
        if (!(failure instanceof Pending)) return;
        await failure.promise;
      }
    }
  }
}

function valueOf(outcome: Outcome): unknown {
  if ('failure' in outcome) throw outcome.failure;
  return outcome.instance;
}
