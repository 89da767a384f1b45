import type { Json, JsonObject } from './json.ts';
import type { ContentLiteral } from './server-model.ts';

export interface ContentAnnotations {
  readonly audience?: readonly ('user' | 'assistant')[];
  readonly priority?: number;
  readonly lastModified?: string;
}

interface ContentExtras {
  readonly annotations?: ContentAnnotations;
  readonly _meta?: JsonObject;
}

/** One block of a result, in the newest wire shape. */
export type ContentBlock =
  | (ContentExtras & { readonly type: 'text'; readonly text: string })
  | (ContentExtras & { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string })
  | (ContentExtras & { readonly type: 'resource'; readonly resource: ResourceContents })
  | (ContentExtras & {
      readonly type: 'resource_link';
      readonly uri: string;
      readonly name: string;
      readonly title?: string;
      readonly description?: string;
      readonly mimeType?: string;
      readonly size?: number;
    });

export interface ResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  /** base64. */
  readonly blob?: string;
  readonly _meta?: JsonObject;
}

/** Results in the newest revision's shape without its envelope fields; older revisions project them down. */
export interface ToolResult {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: Json;
  readonly isError?: boolean;
  readonly _meta?: JsonObject;
}

export interface ReadResult {
  readonly contents: readonly ResourceContents[];
  readonly _meta?: JsonObject;
}

export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: ContentBlock;
}

export interface PromptResult {
  readonly description?: string;
  readonly messages: readonly PromptMessage[];
  readonly _meta?: JsonObject;
}

/** At most 100 values (MCP, completion). */
export interface Completion {
  readonly values: readonly string[];
  readonly total?: number;
  readonly hasMore?: boolean;
}

/** Values of `outputSchema` that are no schema. */
export const contentLiterals: readonly ContentLiteral[] = [
  'string',
  'number',
  'boolean',
  'date',
  'image',
  'audio',
  'resource',
  'resource_link',
];

const known: ReadonlySet<unknown> = new Set(contentLiterals);

export const isContentLiteral = (value: unknown): value is ContentLiteral => known.has(value);
