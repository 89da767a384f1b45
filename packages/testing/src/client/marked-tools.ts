import { isJsonObject } from '@service/sdk/model';
import { markedArguments, type MarkedArgument } from '@service/sdk/contract';
import type { Json, JsonObject } from '@service/sdk/model';
import { type JsonRpcRequest, type JsonRpcResponse } from './messages.ts';

/** RFC 9110 section 5.6.2; a name outside of it cannot be sent. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Tool arguments that also travel as headers (MCP 2026-07-28, SEP-2243); learned from tool lists that pass by. */
export class MarkedTools {
  readonly #known = new Map<string, readonly MarkedArgument[]>();

  knows(tool: unknown): boolean {
    return typeof tool === 'string' && this.#known.has(tool);
  }

  learn({ method }: JsonRpcRequest, { result }: JsonRpcResponse): void {
    const tools = method === 'tools/list' ? result?.['tools'] : undefined;
    for (const tool of Array.isArray(tools) ? tools.filter(isJsonObject) : []) {
      const { inputSchema, name } = tool;
      if (typeof name !== 'string') continue;
      const marked = isJsonObject(inputSchema) ? markedArguments(inputSchema as JsonObject) : [];
      this.#known.set(
        name,
        marked.filter(({ header }) => token.test(header)),
      );
    }
  }

  /** Headers of a call; an argument that is absent or null has none. */
  headersOf({ method, params = {} }: { readonly method: string; readonly params?: JsonObject }): Record<string, string> {
    const { arguments: given, name } = params;
    if (method !== 'tools/call' || typeof name !== 'string') return {};
    const values = (this.#known.get(name) ?? []).map(({ header, path }) => [header, valueAt(given, path)] as const);
    return Object.fromEntries(values.flatMap(([header, value]) => (isPlain(value) ? [[header, headerText(String(value))]] : [])));
  }
}

const isPlain = (value: Json | undefined): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value);

function valueAt(root: Json | undefined, path: readonly string[]): Json | undefined {
  let value = root;
  for (const key of path) value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}
/** A header cannot carry every text as it is: the others go as base64 of UTF-8 (SEP-2243). */
export function headerText(text: string): string {
  const isPlain = /^[!-~](?:[ -~]*[!-~])?$/.test(text) && !text.startsWith('=?base64?');
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
