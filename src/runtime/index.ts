/** Public API. The same as `./define`, but `Service` here also starts an uncompiled server. */
export * from './authoring.ts';
export { Service } from './uncompiled-service.ts';
export {
  bootstrap,
  clearCreateCache,
  connect,
  connectClaude,
  connectLangChain,
  connectOpenAI,
  connectVercelAI,
  create,
  createDirect,
  createFetchHandler,
  createHandler,
  runStdio,
  runUnixSocket,
  ServiceInstance,
} from './start-functions.ts';
export type {
  ConnectOptions,
  CreateConfig,
  DirectServer,
  FetchHandler,
  InProcessClient,
  NodeHandler,
  RunningServer,
  ServerGiven,
} from './start-functions.ts';
