import { Listeners } from '@service/sdk/internal';
import type { Issue, JsonSchema } from './standard-schema.ts';

/** Answer of `tools/call`. */
export interface ToolResult {
  readonly content: readonly { readonly type: string; readonly [member: string]: unknown }[];
  readonly structuredContent?: Readonly<Record<string, unknown>> | undefined;
  readonly isError?: boolean | undefined;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

/** Answer of `resources/read`. */
export interface ResourceResult {
  readonly contents: readonly { readonly uri: string; readonly mimeType?: string; readonly text?: string; readonly blob?: string }[];
}

/** A tool that a page has while something is mounted. */
export interface PageTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** Hints for models and people, such as `readOnlyHint`. */
  readonly annotations?: Readonly<Record<string, unknown>> | undefined;
  /** Checks the arguments and answers; it does not reject. */
  readonly call: (args: unknown) => Promise<ToolResult>;
}

/** A resource that a page has while something is mounted. */
export interface PageResource {
  readonly uri: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
  readonly read: () => Promise<ResourceResult>;
  /** Tells of changes of its content; absent when changes are unknown. @returns ends the subscription */
  readonly subscribe?: ((listener: () => void) => () => void) | undefined;
}

/** What a page has at one moment; the same object until something changes. */
export interface DynamicEntries {
  readonly tools: readonly PageTool[];
  readonly resources: readonly PageResource[];
}

const none: DynamicEntries = { tools: [], resources: [] };

/**
 * Tools and resources that come and go with the components of a page. Of two with one name the one that came last answers; when it goes, the
 * earlier one is back. Listeners hear of many changes at once: a page that mounts a hundred components tells a client once.
 *
 * @example
 * const registry = new DynamicRegistry();
 * const remove = registry.addTool(tool);
 * remove();
 */
export class DynamicRegistry {
  readonly #tools = new Map<string, PageTool[]>();
  readonly #resources = new Map<string, PageResource[]>();
  readonly #listeners = new Listeners();
  #entries = none;
  #isTelling = false;

  /** @returns what takes the tool away again; more than once does nothing */
  addTool(tool: PageTool): () => void {
    return this.#add(this.#tools, tool.name, tool);
  }

  /** @returns what takes the resource away again; more than once does nothing */
  addResource(resource: PageResource): () => void {
    return this.#add(this.#resources, resource.uri, resource);
  }

  /** @returns what takes them all away again */
  addAll({ resources, tools }: DynamicEntries): () => void {
    const removals = [...tools.map((tool) => this.addTool(tool)), ...resources.map((resource) => this.addResource(resource))];
    return () => removals.forEach((remove) => remove());
  }

  /** What the page has now. */
  entries(): DynamicEntries {
    return this.#entries;
  }

  /** The tool that answers to a name. */
  tool(name: string): PageTool | undefined {
    return this.#tools.get(name)?.at(-1);
  }

  /** The resource that answers to a URI. */
  resource(uri: string): PageResource | undefined {
    return this.#resources.get(uri)?.at(-1);
  }

  /**
   * Hears of changes, once after several.
   * @returns what ends that
   */
  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);

  #add<Entry>(kept: Map<string, Entry[]>, key: string, entry: Entry): () => void {
    kept.set(key, [...(kept.get(key) ?? []), entry]);
    this.#changed();
    return () => {
      const before = kept.get(key) ?? [];
      const left = before.filter((one) => one !== entry);
      if (left.length === before.length) return;
      if (left.length === 0) kept.delete(key);
      else kept.set(key, left);
      this.#changed();
    };
  }

  #changed(): void {
    this.#entries = { tools: latest(this.#tools), resources: latest(this.#resources) };
    if (this.#isTelling) return;
    this.#isTelling = true;
    queueMicrotask(() => {
      this.#isTelling = false;
      this.#listeners.tell();
    });
  }
}

const latest = <Entry>(kept: ReadonlyMap<string, readonly Entry[]>): readonly Entry[] =>
  [...kept.values()].flatMap((entries) => entries.slice(-1));

/** A result of plain JSON, as text and as `structuredContent`. */
export const jsonResult = (value: Readonly<Record<string, unknown>>): ToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
  structuredContent: value,
});

/** A result that is an error, which the model reads. */
export const errorResult = (text: string): ToolResult => ({ content: [{ type: 'text', text }], isError: true });

/** What arguments that do not fit are answered with. */
export const validationError = (issues: readonly Issue[]): ToolResult => ({
  ...jsonResult({ error: 'validation_error', issues }),
  isError: true,
});
