import type { ServerRuntime } from '../../mcp/call/server-runtime.ts';
import type { McpServer } from '../../mcp/protocol.ts';
import type { Environment } from '../../options/env.ts';
import type { Logger, LogSink } from '../../std/index.ts';
import type { HttpSettings } from '../../http/http-settings.ts';

/** What is built before the features and handed to each factory. What features give each other is in `services.ts`. */
export interface ApplicationCore {
  readonly runtime: ServerRuntime;
  readonly mcp: McpServer;
  readonly http: HttpSettings;
  readonly environment: Environment;
  readonly logger: Logger;
  /** Adds a sink for log records; absent where the host owns the log. */
  readonly addSink?: ((sink: LogSink) => void) | undefined;
}
