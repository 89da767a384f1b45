import { lineComment, stringLiteral } from '../../escape/javascript.ts';
import type { TargetInput } from '../../compiler/target.ts';

/** The names of entries of one kind, for editors; other names are allowed, since entries may come at run time. */
const namesOf = (names: readonly string[]): string => [...new Set(names)].toSorted().map(stringLiteral).concat('(string & {})').join(' | ');

/** Types of the library, complete in themselves: who imports it needs nothing else. */
export const printDeclarations = ({ model: { server }, name, version }: Pick<TargetInput, 'model' | 'name' | 'version'>): string =>
  `/* ${lineComment(`${name} ${version}`)}: a server to be called as an object. */

/** Names of its tools, and those of tools that come at run time. */
export type ToolName = ${namesOf(server.tools.filter(({ visibility }) => visibility !== 'internal').map(({ listedName }) => listedName))};
/** Names of its prompts, and those of prompts that come at run time. */
export type PromptName = ${namesOf(server.prompts.map(({ listedName }) => listedName))};

${common}`;

const common = `export type Json = string | number | boolean | null | Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** For whom, and from where, one call is made. */
export interface DirectCall {
  /** \`token\` is checked by the server's authentication, in place of \`user\` and \`extra\`. */
  readonly authContext?: { readonly sessionId?: string; readonly user?: JsonObject; readonly extra?: JsonObject; readonly token?: string };
  readonly metadata?: {
    readonly userAgent?: string;
    readonly clientIp?: string;
    readonly customHeaders?: Readonly<Record<string, string>>;
  };
  readonly signal?: AbortSignal;
}

/** Results are those of the protocol. Refusals are rejections with \`code\` and \`message\`; a tool that fails answers \`isError\`. */
export interface DirectServer {
  listTools(call?: DirectCall): Promise<JsonObject>;
  listResources(call?: DirectCall): Promise<JsonObject>;
  listResourceTemplates(call?: DirectCall): Promise<JsonObject>;
  listPrompts(call?: DirectCall): Promise<JsonObject>;
  callTool(name: ToolName, args?: JsonObject, call?: DirectCall): Promise<JsonObject>;
  readResource(uri: string, call?: DirectCall): Promise<JsonObject>;
  getPrompt(name: PromptName, args?: JsonObject, call?: DirectCall): Promise<JsonObject>;
  /** A client with a session of its own. @param given a session id, or options */
  connect(given?: string | ConnectOptions): Promise<Client>;
  /** Ends clients, plugins and providers. Calls after it are refused. */
  dispose(): Promise<void>;
}

export interface ConnectOptions {
  /** How its name begins chooses the shape of lists and results: \`openai\`, \`claude\`, \`langchain\`, \`vercel\` or \`ai-sdk\`. */
  readonly clientInfo?: { readonly name: string; readonly version: string };
  /** Without an id the session gets one of its own. */
  readonly session?: { readonly id?: string; readonly user?: JsonObject };
  /** Bearer token for the server's authentication, which checks it for every request. */
  readonly authToken?: string;
  /** Capabilities that the client declares; elicitation when absent. */
  readonly capabilities?: JsonObject;
}

/** A question of the server's to the person. */
export interface ElicitationAsked {
  readonly elicitId: string;
  readonly message: string;
  readonly params: JsonObject;
}

/** A client in the process of its server. */
export interface Client {
  listTools(): Promise<Json>;
  callTool(name: ToolName, args?: JsonObject, options?: { readonly signal?: AbortSignal }): Promise<Json>;
  listResources(): Promise<JsonObject>;
  listResourceTemplates(): Promise<JsonObject>;
  readResource(uri: string): Promise<JsonObject>;
  listPrompts(): Promise<JsonObject>;
  getPrompt(name: PromptName, args?: JsonObject): Promise<JsonObject>;
  complete(params: JsonObject): Promise<JsonObject>;
  subscribeResource(uri: string): Promise<void>;
  unsubscribeResource(uri: string): Promise<void>;
  setLogLevel(level: string): Promise<void>;
  getSessionId(): string;
  getServerInfo(): JsonObject;
  getCapabilities(): JsonObject;
  /** Hears of changes of subscribed resources. Returns what ends that. */
  onResourceUpdated(listener: (uri: string) => void): () => void;
  /** Hears every notification of the server's. Returns what ends that. */
  onNotification(listener: (notification: { method: string; params: JsonObject }) => void): () => void;
  /** Answers the server's questions: by what the handler returns, or later by \`submitElicitationResult\`. */
  onElicitation(handler: (asked: ElicitationAsked) => Promise<JsonObject | undefined> | JsonObject | undefined): () => void;
  submitElicitationResult(elicitId: string, result: JsonObject): void;
  /** Ends the session, and a server that was made for it. */
  close(): Promise<void>;
}

/** Opens the server; every call opens one of its own. Rejects with what is wrong with it or with its environment. */
export function createDirect(): Promise<DirectServer>;
/** A client of a server of its own, which ends with it. @param given a session id, or options */
export function connect(given?: string | ConnectOptions): Promise<Client>;
`;
