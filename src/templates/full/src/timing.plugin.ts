import { Plugin } from '@service/sdk';
import type { HookCall, Next, PluginHooks, ToolModel, ToolResult } from '@service/sdk';

/** Logs how long each tool call took. */
@Plugin({ name: 'timing', description: 'Logs how long each tool call took.' })
export class TimingPlugin implements PluginHooks {
  async aroundToolCall(call: HookCall<ToolModel>, next: Next<ToolResult>): Promise<ToolResult> {
    const started = performance.now();
    const result = await next();
    call.logger.info('tool called', { tool: call.entry.listedName, milliseconds: Math.round(performance.now() - started) });
    return result;
  }
}
