import {
  DynamicPlugin,
  Plugin,
  type ContextCall,
  type PluginHooks,
  type PluginHost,
  type PluginStorage,
  type ToolItem,
} from '@service/sdk/define';
import { configInvalid, randomBytes, Seal } from '@service/sdk/internal';
import { Memories, type Remember, type Vault } from './memories.ts';
import { memoryTools } from './memory-tools.ts';
import { checkRememberOptions, storageOf, type RememberOptions } from './remember-options.ts';

export { MemoryError } from './memory-error.ts';
export type { GetOptions, ListMemoryOptions, Memory, MemoryScope, Remember, ScopeOptions, SetMemoryOptions } from './memories.ts';
export type { RememberOptions } from './remember-options.ts';

declare global {
  interface ExtendServiceContext {
    /** Memory of this caller, of {@link RememberPlugin}. @throws {ServiceError} CONTEXT_EXTENSION_NOT_AVAILABLE outside of the apps that list it */
    readonly remember: Remember;
  }
}

const minSecretLength = 32;

/**
 * Memory for tools, resources and prompts: `this.remember`, and four tools for the model where `tools.enabled` is true.
 *
 * @example
 * const greet = tool({ name: 'greet', description: 'Greets.' })(async (_input, ctx) => {
 *   const times = await ctx.remember.get('times', { scope: 'user', defaultValue: 0 });
 *   await ctx.remember.set('times', times + 1, { scope: 'user' });
 *   return `Hello for the ${times + 1}. time`;
 * });
 *
 * \@Service({ info: { name: 'greeter', version: '1.0.0' }, tools: [greet], plugins: [RememberPlugin] })
 * class Server {}
 */
@Plugin({ name: 'remember', contextExtensions: [{ property: 'remember', errorMessage: 'RememberPlugin is not installed' }] })
export class RememberPlugin extends DynamicPlugin<RememberOptions> implements PluginHooks {
  #vault: Vault | undefined;

  static readonly checkOptions = checkRememberOptions;

  /** @param options as `init` got them */
  static stores(options: RememberOptions): Readonly<Record<string, PluginStorage>> {
    return { memories: storageOf(options) };
  }

  /** @param options as `init` got them */
  static getPluginMetadata(options: RememberOptions): { readonly tools: readonly ToolItem[] } {
    return { tools: memoryTools(options) };
  }

  async onStart(host: PluginHost): Promise<void> {
    const { defaultTTL: defaultTtl, keyPrefix = 'remember:', maxPerOwner = 4_194_304 } = this.options;
    let isTold = false;
    this.#vault = {
      store: host.store('memories'),
      seal: await this.#sealOf(host),
      keyPrefix,
      defaultTtl,
      maxPerOwner,
      now: host.now,
      foreign: () => {
        if (!isTold) host.logger.warn('a memory in the store was not written with the present key and under its name: it counts as absent');
        isTold = true;
      },
    };
  }

  contextMember(_property: string, call: ContextCall): Remember | undefined {
    return this.#vault && new Memories(this.#vault, call);
  }

  async #sealOf(host: PluginHost): Promise<Seal | undefined> {
    const { customKey, enabled = true } = this.options.encryption ?? {};
    if (!enabled) return undefined;
    const [name, secret] =
      [
        ['"encryption.customKey"', customKey] as const,
        ...['MCP_MEMORY_SECRET', 'REMEMBER_SECRET'].map((variable) => [variable, host.variable(variable)] as const),
      ].find(([, text]) => text !== undefined) ?? [];
    if (secret !== undefined && secret.length < minSecretLength)
      throw configInvalid(`plugin "remember": ${name} must have at least ${minSecretLength} characters (it has ${secret.length})`);
    if (secret === undefined && storageOf(this.options) !== 'memory')
      throw configInvalid(
        `plugin "remember": memories in a store are encrypted, and there is no secret: set MCP_MEMORY_SECRET or REMEMBER_SECRET to at least ${minSecretLength} random characters, the same for every instance, or encryption.customKey; encryption: { enabled: false } leaves them readable`,
      );
    const key = secret === undefined ? randomBytes(32) : await host.deriveKey('memories', secret);
    return new Seal(key, { label: 'memory', identity: '' });
  }
}
