/*
 * One client of MCP servers, for scripts, tests and pages: it needs `fetch`, and nothing of Node. Processes and sockets are in
 * `@service/sdk/client/node`. No bundle of a server holds any of it.
 */
export type { AnswerOne, AnswerQuestion, Handlers } from './answers.ts';
export type { Channel, ChannelListener, OpenChannel } from './channel-connection.ts';
export { Client, type RequestOptions } from './client.ts';
export { connect, type ConnectOptions } from './connect.ts';
export type { NotificationListener, ServerFacts } from './connection.ts';
export {
  AccessRefused,
  ClientError,
  ConnectionFailure,
  InvalidClientOption,
  NotMcpAnswer,
  RequestFailure,
  RevisionRefused,
  SignInNeeded,
  TimeLimitReached,
} from './errors.ts';
