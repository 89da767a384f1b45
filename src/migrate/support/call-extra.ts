import type { PromptContext, ResourceContext, ResourceTemplateContext, ToolContext } from '@service/sdk';

export type CallContext = PromptContext | ResourceContext | ResourceTemplateContext | ToolContext;

export interface Message {
  readonly method: string;
  readonly params?: object;
}

/** The last parameter of a handler of the official SDK. */
export interface CallExtra {
  readonly signal: AbortSignal;
  readonly sessionId: string | undefined;
  readonly requestId: string;
  readonly _meta: Readonly<Record<string, unknown>>;
  sendNotification(message: Message): Promise<void>;
  sendRequest(message: Message, ...rest: readonly unknown[]): Promise<never>;
  /** The same under the names of 2.x. */
  readonly mcpReq: RequestContext2;
}

interface RequestContext2 {
  readonly id: string;
  readonly signal: AbortSignal;
  readonly _meta: Readonly<Record<string, unknown>>;
  notify(message: Message): Promise<void>;
  send(message: Message, ...rest: readonly unknown[]): Promise<never>;
  log(level: string, data: unknown, logger?: string): Promise<void>;
  elicitInput(params: object): Promise<never>;
  requestSampling(params: object): Promise<never>;
}

/** What a call's context says, under the names of the official SDK 1.x. */
export function callExtra(context: CallContext): CallExtra {
  // Progress is sent under the call's own token; one that the client did not ask for is not sent.
  const meta = { progressToken: context.context.requestId };
  const sendNotification = async (message: Message): Promise<void> => notify(context, message);
  const sendRequest = async (message: Message): Promise<never> => (await ask(context, message)) as never;
  return {
    signal: context.signal,
    sessionId: context.context.sessionId,
    requestId: context.context.requestId,
    _meta: meta,
    sendNotification,
    sendRequest,
    mcpReq: {
      id: context.context.requestId,
      signal: context.signal,
      _meta: meta,
      notify: sendNotification,
      send: sendRequest,
      log: (level, data, logger) => sendNotification({ method: 'notifications/message', params: { level, data, logger } }),
      elicitInput: (params) => sendRequest({ method: 'elicitation/create', params }),
      requestSampling: (params) => sendRequest({ method: 'sampling/createMessage', params }),
    },
  };
}

/** What JSON keeps of a value. */
const copy = (value: unknown): JsonObject => JSON.parse(JSON.stringify(value ?? {})) as JsonObject;

type JsonObject = Parameters<CallContext['sample']>[0];

const field = (params: object | undefined, name: string): unknown => (params === undefined ? undefined : Reflect.get(params, name));

/** Sends a notification of a call: progress, a log line, or news of an entry. */
export function notify(context: CallContext, { method, params }: Message): void {
  if (method === 'notifications/progress') {
    const total = field(params, 'total');
    const message = field(params, 'message');
    context.progress(
      Number(field(params, 'progress')),
      typeof total === 'number' ? total : undefined,
      typeof message === 'string' ? message : undefined,
    );
  } else if (method === 'notifications/message') context.notify(copy(field(params, 'data')), logLevel(params));
  else if (method === 'notifications/resources/updated') context.notifyResourceUpdated(String(field(params, 'uri')));
  else if (method === 'notifications/tools/list_changed') context.notifyToolListChanged();
  else if (method === 'notifications/prompts/list_changed') context.notifyPromptListChanged();
  else if (method === 'notifications/resources/list_changed') context.notifyResourceListChanged();
  else throw new Error(`${method} cannot be sent from a handler`);
}

const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

const logLevel = (params: object | undefined): (typeof levels)[number] =>
  levels.find((level) => level === field(params, 'level')) ?? 'info';

/** Asks the client behind a call. */
export async function ask(context: CallContext, { method, params }: Message): Promise<unknown> {
  if (method === 'roots/list') return { roots: await context.listRoots() };
  if (method === 'sampling/createMessage') return context.sample(copy(params));
  if (method !== 'elicitation/create') throw new Error(`${method} cannot be asked from a handler`);
  const message = String(field(params, 'message'));
  const url = field(params, 'url');
  if (typeof url === 'string') {
    const elicitationId = String(field(params, 'elicitationId'));
    return { action: (await context.elicit(message, {}, { mode: 'url', url, elicitationId })).status };
  }
  const { properties, required } = copy(field(params, 'requestedSchema'));
  const { content, status } = await context.elicit(message, {
    type: 'object',
    properties: copy(properties),
    ...(Array.isArray(required) ? { required: required.map(String) } : {}),
  });
  return { action: status, ...(content === undefined ? {} : { content }) };
}
