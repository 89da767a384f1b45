import { isJsonObject, jsonObjectsIn, type Json, type JsonObject } from '@service/sdk/model';
import { TestClientError } from '../errors.ts';
import { texts } from '../texts.ts';
import { type JsonRpcError, type JsonRpcResponse } from './messages.ts';

/** One block of content, as the server sent it. */
export type ContentBlock = JsonObject & { readonly type: string };

export interface ToolResult {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: Json;
  readonly isError?: boolean;
  readonly _meta?: JsonObject;
}

export interface ResourceContents {
  readonly contents: readonly (JsonObject & { readonly uri: string })[];
  readonly _meta?: JsonObject;
}

export interface PromptMessage {
  readonly role: string;
  readonly content: ContentBlock;
}

export interface PromptResult {
  readonly messages: readonly PromptMessage[];
  readonly description?: string;
  readonly _meta?: JsonObject;
}

/** Members that results of all kinds share. */
abstract class ResultWrapper<Raw> {
  /** The result as sent; empty after a JSON-RPC error. */
  readonly raw: Raw;
  /** The JSON-RPC error; undefined for a result, also when a tool says in it that it failed. */
  readonly error: JsonRpcError | undefined;
  readonly durationMs: number;

  constructor(raw: Raw, response: JsonRpcResponse, durationMs: number) {
    this.raw = raw;
    this.error = response.error;
    this.durationMs = durationMs;
  }

  get isError(): boolean {
    return this.error !== undefined;
  }

  get isSuccess(): boolean {
    return !this.isError;
  }
}

/**
 * The outcome of `mcp.tools.call`.
 * @example
 * const result = await mcp.tools.call('add', { a: 2, b: 3 });
 * expect(result).toBeSuccessful();
 * expect(result.json()).toEqual({ sum: 5 });
 */
export class ToolResultWrapper extends ResultWrapper<ToolResult> {
  constructor(response: JsonRpcResponse, durationMs: number) {
    super({ ...response.result, content: blocksOf(response.result?.['content']) } as ToolResult, response, durationMs);
  }

  override get isError(): boolean {
    return this.error !== undefined || this.raw.isError === true;
  }

  /**
   * The first text block, parsed; what a tool with a UI structures.
   * @template Value the type that the test expects, for its own expressions; it is not checked
   * @throws {TestClientError} without text
   * @example
   * expect(result.json<{ sum: number }>().sum).toBeGreaterThan(4);
   */
  json<Value = Json>(): Value {
    const { structuredContent } = this.raw;
    return (this.hasToolUI() && structuredContent !== undefined ? structuredContent : parseText(this.#firstText())) as Value;
  }

  /** The first text block; empty without one. */
  text(): string {
    return this.#firstText() ?? '';
  }

  /** Whether there is a text block. */
  hasTextContent(): boolean {
    return this.#has('text');
  }

  /** Whether there is an image block. */
  hasImageContent(): boolean {
    return this.#has('image');
  }

  /** Whether there is a resource, or a link to one. */
  hasResourceContent(): boolean {
    return this.#has('resource') || this.#has('resource_link');
  }

  /** Whether the result is shown by a page of the tool's own: `_meta` says `ui`, or holds keys below `ui/`. */
  hasToolUI(): boolean {
    return Object.keys(this.raw._meta ?? {}).some((key) => key === 'ui' || key.startsWith('ui/'));
  }

  #has(type: string): boolean {
    return this.raw.content.some((block) => block.type === type);
  }

  #firstText(): string | undefined {
    const text = this.raw.content.find((block) => block.type === 'text')?.['text'];
    return typeof text === 'string' ? text : undefined;
  }
}

/** The outcome of `mcp.resources.read`; the members speak of the first content. */
export class ResourceContentWrapper extends ResultWrapper<ResourceContents> {
  constructor(response: JsonRpcResponse, durationMs: number) {
    const contents = jsonObjectsIn(response.result?.['contents']).filter(hasUri);
    super({ ...response.result, contents }, response, durationMs);
  }

  /** The text, parsed. @template Value the type that the test expects, for its own expressions; it is not checked */
  json<Value = Json>(): Value {
    return parseText(this.#member('text')) as Value;
  }

  /** The text of the first contents; empty without one. */
  text(): string {
    return this.#member('text') ?? '';
  }

  /** Media type of the first contents. */
  mimeType(): string | undefined {
    return this.#member('mimeType');
  }

  /** Whether the first contents have this media type. */
  hasMimeType(type: string): boolean {
    return this.mimeType() === type;
  }

  #member(name: string): string | undefined {
    const value = this.raw.contents[0]?.[name];
    return typeof value === 'string' ? value : undefined;
  }
}

/** The outcome of `mcp.prompts.get`. */
export class PromptResultWrapper extends ResultWrapper<PromptResult> {
  constructor(response: JsonRpcResponse, durationMs: number) {
    const messages = jsonObjectsIn(response.result?.['messages']).filter(isMessage);
    super({ ...response.result, messages } as PromptResult, response, durationMs);
  }

  /** Messages of the prompt. */
  get messages(): readonly PromptMessage[] {
    return this.raw.messages;
  }

  /** Purpose of the prompt. */
  get description(): string | undefined {
    return this.raw.description;
  }
}

function parseText(text: string | undefined): Json {
  if (text === undefined) throw new TestClientError(texts.noTextContent);
  return JSON.parse(text) as Json;
}

const isBlock = (value: JsonObject): value is ContentBlock => typeof value['type'] === 'string';
const hasUri = (value: JsonObject): value is JsonObject & { readonly uri: string } => typeof value['uri'] === 'string';
const isMessage = (value: JsonObject): value is JsonObject & PromptMessage =>
  typeof value['role'] === 'string' && isJsonObject(value['content']) && isBlock(value['content']);

const blocksOf = (value: unknown): readonly ContentBlock[] => jsonObjectsIn(value).filter(isBlock);
