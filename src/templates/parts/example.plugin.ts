import { Plugin } from '@service/sdk';
import type { HookCall, Next, PluginHooks, ToolModel, ToolResult } from '@service/sdk';

@Plugin({ name: 'example', description: 'Write here what it adds to every call.' })
export class ExamplePlugin implements PluginHooks {
  async aroundToolCall(call: HookCall<ToolModel>, next: Next<ToolResult>): Promise<ToolResult> {
    call.logger.debug('tool called', { tool: call.entry.listedName });
    return await next();
  }
}
