import { checkPluginOptions, DynamicPlugin, Plugin } from '@service/sdk';
import type { HookCall, Next, PluginHooks, PluginHost, PluginStorage, Store, ToolModel, ToolResult } from '@service/sdk';

export interface ExampleOptions {
  /** Member of `_meta` that has the number of calls; `calls` when absent. */
  readonly member?: string;
  /** Where the numbers are kept; in memory when absent. */
  readonly storage?: PluginStorage;
}

/** Counts the calls of each tool: write here what it adds to every call. */
@Plugin({ name: 'example' })
export class ExamplePlugin extends DynamicPlugin<ExampleOptions> implements PluginHooks {
  #counts: Store | undefined;

  static checkOptions(options: object): void {
    checkPluginOptions('example', options, {
      member: (value) => (typeof value === 'string' && value !== '' ? undefined : 'a name'),
      storage: (value) => (value === 'memory' || value === 'global' || typeof value === 'object' ? undefined : 'memory, global or a store'),
    });
  }

  static stores({ storage = 'memory' }: ExampleOptions): Record<string, PluginStorage> {
    return { counts: storage };
  }

  onStart(host: PluginHost): void {
    this.#counts = host.store('counts');
  }

  async aroundToolCall(call: HookCall<ToolModel>, next: Next<ToolResult>): Promise<ToolResult> {
    const result = await next();
    const calls = await this.#counts?.increment(call.entry.id, 1);
    return { ...result, _meta: { ...result._meta, [this.options.member ?? 'calls']: calls } };
  }
}
