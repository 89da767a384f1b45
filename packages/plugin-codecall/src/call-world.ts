import type { InnerCallOptions, LogNotificationLevel, UsableEntries } from '@service/sdk/define';
import type { Json, JsonObject, ToolResult } from '@service/sdk/model';

/** What the tools of this plugin use of the call that they answer. */
export interface CallWorld {
  readonly signal: AbortSignal;
  readonly callTool: (name: string, args: JsonObject, options: InnerCallOptions) => Promise<ToolResult>;
  readonly listUsable: () => Promise<UsableEntries>;
  readonly notify: (message: Json, level: LogNotificationLevel) => boolean;
  readonly progress: (progress: number, total: number | undefined, message: string) => boolean;
}
