import type { JsonObject } from '../model/json.ts';
import type { CallRequest } from './call/channel.ts';
import type { Conversation } from './sessions/conversation.ts';
import type { McpServer } from './mcp-server.ts';
import type { Outlet } from './outlet.ts';
import type { RequestId } from './json-rpc.ts';
import type { Revision } from './revisions/revision.ts';

/** One JSON-RPC request on its way through a method. */
export interface MethodCall {
  readonly server: McpServer;
  readonly revision: Revision;
  readonly id: RequestId;
  readonly params: JsonObject;
  readonly request: CallRequest;
  readonly outlet: Outlet;
  /** Only in session-based revisions. */
  readonly conversation?: Conversation;
}

/** Results (`SerialisedResult` among them) have the newest revision's shape; the revision's codec projects them. */
export type Method = (call: MethodCall) => Promise<object> | object;
