import { isProduction } from '../../define/index.ts';
import type { ApplicationCore } from '../application/application-core.ts';

/**
 * Whether only clients that open with `initialize` are refused. A worker's next request may come to another isolate, which
 * knows no random key of this one.
 */
export const refusesSessions = ({ environment, runtime }: Pick<ApplicationCore, 'environment' | 'runtime'>): boolean =>
  runtime.environment.runtime === 'edge' && isProduction(runtime.environment) && environment.MCP_SESSION_SECRET === undefined;
