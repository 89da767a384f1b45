import type { Json, JsonObject } from './json.ts';
import type { ContentLiteral } from './server-model.ts';

/** Hints for the client about a piece of content. */
export interface ContentAnnotations {
  /** For whom it is. */
  readonly audience?: readonly ('user' | 'assistant')[];
  /** Weight from 0, of no importance, to 1, required. */
  readonly priority?: number;
  /** Time of the last change, ISO 8601. */
  readonly lastModified?: string;
}

interface ContentExtras {
  /** Hints for the client. */
  readonly annotations?: ContentAnnotations;
  /** Facts for programs. */
  readonly _meta?: JsonObject;
}

/** One block of a result, in the newest wire shape. */
export type ContentBlock =
  | (ContentExtras & {
      /** A text. */
      readonly type: 'text';
      /** The text. */
      readonly text: string;
    })
  | (ContentExtras & {
      /** An image or a sound. */
      readonly type: 'image' | 'audio';
      /** Its bytes in base64. */
      readonly data: string;
      /** Its media type. */
      readonly mimeType: string;
    })
  | (ContentExtras & {
      /** The contents of a resource. */
      readonly type: 'resource';
      /** The contents. */
      readonly resource: ResourceContents;
    })
  | (ContentExtras & {
      /** A link to a resource, which the client may read. */
      readonly type: 'resource_link';
      /** URI of the resource. */
      readonly uri: string;
      /** Name that clients use. */
      readonly name: string;
      /** Name for people. */
      readonly title?: string;
      /** Purpose of the resource. */
      readonly description?: string;
      /** Media type of the resource. */
      readonly mimeType?: string;
      /** Bytes of the resource. */
      readonly size?: number;
    });

/** Contents of a resource: `text`, or `blob` for binary data. */
export interface ResourceContents {
  /** URI of the resource. */
  readonly uri: string;
  /** Media type of the contents. */
  readonly mimeType?: string;
  /** Contents as text. */
  readonly text?: string;
  /** base64. */
  readonly blob?: string;
  /** Facts for programs. */
  readonly _meta?: JsonObject;
}

/** Results in the newest revision's shape without its envelope fields; older revisions project them down. */
export interface ToolResult {
  /** Blocks for the model. */
  readonly content: readonly ContentBlock[];
  /** The result as JSON, as `outputSchema` describes it. */
  readonly structuredContent?: Json;
  /** The tool failed; the content says why. */
  readonly isError?: boolean;
  /** Facts for programs. */
  readonly _meta?: JsonObject;
}

/** Result of `resources/read`. */
export interface ReadResult {
  /** Contents of the resource, and of those below it. */
  readonly contents: readonly ResourceContents[];
  /** Facts for programs. */
  readonly _meta?: JsonObject;
}

/** One message of a prompt. */
export interface PromptMessage {
  /** Who says it. */
  readonly role: 'user' | 'assistant';
  /** What is said. */
  readonly content: ContentBlock;
}

/** Result of `prompts/get`. */
export interface PromptResult {
  /** Purpose of the prompt. */
  readonly description?: string;
  /** The messages, in their order. */
  readonly messages: readonly PromptMessage[];
  /** Facts for programs. */
  readonly _meta?: JsonObject;
}

/** At most 100 values (MCP, completion). */
export interface Completion {
  /** Suggestions, best first. */
  readonly values: readonly string[];
  /** How many there are in all. */
  readonly total?: number;
  /** There are more than these. */
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
