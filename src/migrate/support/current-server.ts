import { AsyncLocalStorage } from 'node:async_hooks';
import { ask, notify, type CallContext } from './call-extra.ts';

const calls = new AsyncLocalStorage<CallContext>();

/** Runs a handler so that {@link currentServer} reaches the client of its call. */
export const runCall = <R>(context: CallContext, work: () => R): R => calls.run(context, work);

function current(): CallContext {
  const context = calls.getStore();
  if (context === undefined) throw new Error('The client can be reached only while one of its calls runs');
  return context;
}

/** Sends to the client of the running call; what is sent outside of calls has no client, and is dropped. */
function send(method: string, params: object): void {
  const context = calls.getStore();
  if (context !== undefined) notify(context, { method, params });
}

const clientOfCall = {
  sendLoggingMessage: async (params: object): Promise<void> => send('notifications/message', params),
  sendResourceUpdated: async (params: object): Promise<void> => send('notifications/resources/updated', params),
  sendToolListChanged: async (): Promise<void> => send('notifications/tools/list_changed', {}),
  sendPromptListChanged: async (): Promise<void> => send('notifications/prompts/list_changed', {}),
  sendResourceListChanged: async (): Promise<void> => send('notifications/resources/list_changed', {}),
  notification: async ({ method, params }: { readonly method: string; readonly params: object }): Promise<void> => send(method, params),
  createMessage: async (params: object) => (await ask(current(), { method: 'sampling/createMessage', params })) as never,
  elicitInput: async (params: object) => (await ask(current(), { method: 'elicitation/create', params })) as never,
  listRoots: async () => (await ask(current(), { method: 'roots/list' })) as never,
  request: async (message: { readonly method: string; readonly params?: object }, ..._rest: readonly unknown[]) =>
    (await ask(current(), message)) as never,
  getClientCapabilities: () => current().clientCapabilities,
  getClientVersion: (): CallContext['clientInfo'] => current().clientInfo,
};

/** Stands for the `McpServer` or `Server` that the handlers of the original reached for. */
export const currentServer = { ...clientOfCall, server: clientOfCall };
