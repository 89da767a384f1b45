import { isJsonObject, type Json, type JsonObject, type JsonSchema } from '../model/index.ts';
import { argumentAt, markedArguments, namedParameters, type MarkedArgument } from '../model/marked-arguments.ts';
import { encodeBase64, utf8 } from '../std/index.ts';

/** RFC 9110 section 5.6.2; a name outside of it cannot be sent. */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

type Mark = Pick<MarkedArgument, 'header' | 'path'>;

/** Headers that proxies route by (SEP-2243): tools may mark arguments with `x-mcp-header`, which their lists tell. */
export class RoutingHeaders {
  readonly #marked = new Map<string, readonly Mark[]>();

  /** @param known schemas, or the arguments that they mark, by name of the tool, before the server lists them */
  constructor(known: ReadonlyMap<string, JsonSchema | readonly Mark[]> = new Map()) {
    for (const [name, given] of known) this.#keep(name, isJsonObject(given) ? markedArguments(given) : given);
  }

  knows(tool: unknown): boolean {
    return typeof tool === 'string' && this.#marked.has(tool);
  }

  /** Learns from the result of a `tools/list`. */
  learn({ tools }: JsonObject): void {
    for (const tool of Array.isArray(tools) ? tools : []) {
      if (!isJsonObject(tool)) continue;
      const { inputSchema, name } = tool;
      // What is no schema does not replace one.
      if (typeof name === 'string' && (isJsonObject(inputSchema) || !this.knows(name)))
        this.#keep(name, isJsonObject(inputSchema) ? markedArguments(inputSchema) : []);
    }
  }

  of(method: string, params: JsonObject): Record<string, string> {
    const named = params[namedParameters[method] ?? ''];
    const { arguments: given, name } = params;
    const marked = method === 'tools/call' && typeof name === 'string' ? (this.#marked.get(name) ?? []) : [];
    const values = marked.map(({ header, path }) => [header, argumentAt(given, path)] as const);
    return {
      'mcp-method': method,
      ...(typeof named === 'string' ? { 'mcp-name': headerText(named) } : {}),
      ...Object.fromEntries(values.flatMap(([header, value]) => (isPlain(value) ? [[header, headerText(String(value))]] : []))),
    };
  }

  #keep(name: string, marked: readonly Mark[]): void {
    const sendable = marked.filter(({ header }) => headerName.test(header));
    this.#marked.set(name, sendable);
  }
}

const isPlain = (value: Json | undefined): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** What a header cannot carry as it is goes as base64 of UTF-8. */
const headerText = (text: string): string =>
  /^[!-~](?:[ -~]*[!-~])?$/.test(text) && !text.startsWith('=?base64?') ? text : `=?base64?${encodeBase64(utf8(text))}?=`;
