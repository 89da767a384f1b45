import { invalidParams } from '../../errors/index.ts';
import { isLogLevel, logLevels } from '../client-channel.ts';
import type { Method } from '../protocol.ts';

export const loggingSetLevel: Method = (call) => {
  const { level } = call.params;
  if (!isLogLevel(level)) throw invalidParams(`"level" must be one of ${logLevels.join(', ')}`);
  if (call.conversation !== undefined) call.conversation.logLevel = level;
  return {};
};

export const ping: Method = () => ({});
