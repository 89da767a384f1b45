import type { Prompts, ResourceUri, Tools } from './contract.mjs';

export { contract } from './contract.mjs';
export type { Prompts, ResourceUri, Tools } from './contract.mjs';

export type ToolName = keyof Tools;
export type PromptName = keyof Prompts;

export interface ConnectOptions {
  /** Address of the server's endpoint. */
  readonly url: string | URL;
  /** Default: the fetch of the platform. */
  readonly fetch?: typeof globalThis.fetch;
  /** Sent with every request; a function is asked each time, for tokens that expire. */
  readonly headers?:
    | Readonly<Record<string, string>>
    | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>);
  /** Who is calling. Default: the server's name with `-client`. */
  readonly clientInfo?: { readonly name: string; readonly version: string };
  /** Answers a question of the server; without it the server is told that nobody can be asked. */
  readonly onElicit?: (question: Question) => Awaitable<Answer>;
  readonly onSample?: (request: Readonly<Record<string, unknown>>) => Awaitable<Readonly<Record<string, unknown>>>;
  readonly onListRoots?: () => Awaitable<{ readonly roots: readonly { readonly uri: string; readonly name?: string }[] }>;
}

type Awaitable<Value> = Value | Promise<Value>;

export interface Question {
  readonly message: string;
  readonly requestedSchema?: Readonly<Record<string, unknown>>;
  readonly mode?: 'form' | 'url';
  readonly url?: string;
}

export interface Answer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { readonly progress: number; readonly total?: number; readonly message?: string }) => void;
  readonly onNotification?: (notification: { readonly method: string; readonly params?: Readonly<Record<string, unknown>> }) => void;
}

export interface Content {
  readonly type: 'text' | 'image' | 'audio' | 'resource' | 'resource_link';
  readonly text?: string;
  /** base64. */
  readonly data?: string;
  readonly mimeType?: string;
  readonly uri?: string;
  readonly resource?: ResourceContents;
}

export interface ToolResult<Output = unknown> {
  readonly content: readonly Content[];
  readonly structuredContent?: Output;
  readonly isError?: boolean;
}

export interface ResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  /** base64. */
  readonly blob?: string;
}

export interface PromptResult {
  readonly description?: string;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: Content }[];
}

/** Nothing has to be given where nothing is required. */
type Given<Input> = Record<never, never> extends Input ? [input?: Input, options?: CallOptions] : [input: Input, options?: CallOptions];

/** What a tool promises, or the whole result where it promises nothing. */
type Returned<Output> = [Output] extends [undefined] ? ToolResult : Output;

export interface Client {
  /**
   * Every tool as a method.
   * @throws {ToolError} when the tool says that it failed
   * @throws {RpcError} when the server refuses the call
   */
  readonly tools: { readonly [Name in ToolName]: (...given: Given<Tools[Name]['input']>) => Promise<Returned<Tools[Name]['output']>> };
  /** As `tools`, with the whole result; a failure is `isError`, not an exception. */
  callTool<Name extends ToolName>(name: Name, ...given: Given<Tools[Name]['input']>): Promise<ToolResult<Tools[Name]['output']>>;
  readResource(uri: ResourceUri, options?: CallOptions): Promise<readonly ResourceContents[]>;
  getPrompt<Name extends PromptName>(name: Name, ...given: Given<Prompts[Name]>): Promise<PromptResult>;
  /** What the server lists now, which may be more or less than the contract says. Tools with wrong `x-mcp-header` marks are left out. */
  listTools(options?: CallOptions): Promise<readonly { readonly name: string; readonly description?: string }[]>;
  /** Any method of the protocol. */
  request(method: string, params?: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<Readonly<Record<string, unknown>>>;
}

/** A JSON-RPC error. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;
  readonly status: number;
}

/** The tool ran and says that it failed. */
export class ToolError extends Error {
  readonly tool: ToolName;
  /** The server's code, `TOOL_EXECUTION_ERROR` for example; absent when it sends none. */
  readonly code: string | undefined;
  readonly result: ToolResult;
}

/** What answered does not speak the protocol, or wants a login. */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Headers;
}

/** Nothing is sent before the first call; there is nothing to close. */
export function connect(options: ConnectOptions): Client;
