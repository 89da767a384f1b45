import { Plugin } from '@service/sdk';

/** Logs how long each tool call took. */
@Plugin({
  name: 'timing',
  hooks: {
    async aroundToolCall(call, next) {
      const started = performance.now();
      const result = await next();
      call.logger.info('called', { tool: call.name, milliseconds: Math.round(performance.now() - started) });
      return result;
    },
  },
})
export class TimingPlugin {}
