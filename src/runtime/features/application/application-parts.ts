import type { SignInExtension } from '../../auth/server/sign-in-extensions.ts';
import type { OwnPages } from '../../auth/server/sign-in-parts.ts';
import type { ServerRuntime } from '../../mcp/call/server-runtime.ts';
import type { McpServer } from '../../mcp/mcp-server.ts';
import type { Environment } from '../../options/env.ts';
import type { Logger, LogSink } from '../../std/index.ts';
import type { Stores } from '../../storage/stores.ts';
import type { Sharing } from '../sharing/sharing.ts';
import type { HttpSettings } from '../../http/http-settings.ts';

/** What is built before the features and handed to each factory. */
export interface ApplicationParts {
  readonly runtime: ServerRuntime;
  readonly mcp: McpServer;
  readonly http: HttpSettings;
  readonly environment: Environment;
  readonly logger: Logger;
  /** Adds a taker of log records; absent where the log is somebody else's. */
  readonly addSink?: ((sink: LogSink) => void) | undefined;
  /** Where the server keeps what outlives a process; drivers are registered by the features `storage-*`. */
  readonly stores: Stores;
  /** Filled by the feature `shared-state`. */
  readonly sharing: Sharing;
  /** Filled while features are made, in their order; read by the feature that signs people in. */
  readonly signIn: SignInExtension[];
  /** Filled by the feature `auth-ui`. */
  readonly signInPages: { ownPages?: OwnPages };
}
