import { isJsonObject, textOfJson } from '@service/sdk/model';
import type { Json, JsonObject } from '@service/sdk/model';
import { isAsymmetric, type AsymmetricMatcher } from '../asymmetric.ts';
import { type JsonRpcRequest, type JsonRpcResponse } from '../client/messages.ts';
import { mockResponse, type ResponseBody } from './mock-response.ts';
import { pause } from './pause.ts';

/** Parameters in which an expectation may stand for a value. */
export type WantedParams = { readonly [name: string]: Wanted };
type Wanted = Json | AsymmetricMatcher | readonly Wanted[] | WantedParams;

/** Which requests of the client are answered in the place of the server, and how. */
export interface MockDefinition {
  /** Method of the requests. */
  readonly method: string;
  /** Compared with the request's: objects member by member, arrays of the same length, `expect.any(…)` as it says; or decides by itself. */
  readonly params?: WantedParams | ((params: JsonObject) => boolean);
  /** A response, or a function of the request; its `id` is replaced. */
  readonly response: ResponseBody | ((request: JsonRpcRequest) => ResponseBody | Promise<ResponseBody>);
  /** Requests that it answers; all when absent. */
  readonly times?: number;
  /** Milliseconds before the answer. */
  readonly delay?: number;
}

/** A mock of `mcp.mock`. */
export interface MockHandle {
  /** Requests that it answered. */
  callCount(): number;
  /** The requests that it answered. */
  calls(): readonly JsonRpcRequest[];
  /** Ends the mock. */
  remove(): void;
}

interface Mock {
  readonly definition: MockDefinition;
  readonly calls: JsonRpcRequest[];
}

interface Uses {
  readonly times?: number;
  readonly delay?: number;
}

/** Answers in the place of the server, for one client: `mcp.mock`. */
export class ClientMocks {
  #mocks: Mock[] = [];

  /**
   * @example
   * const handle = mcp.mock.add({ method: 'tools/call', params: { name: 'weather' }, response: mockResponse.toolResult('sunny') });
   */
  add(definition: MockDefinition): MockHandle {
    const mock: Mock = { definition, calls: [] };
    this.#mocks.push(mock);
    return {
      callCount: () => mock.calls.length,
      calls: () => [...mock.calls],
      remove: () => {
        this.#mocks = this.#mocks.filter((other) => other !== mock);
      },
    };
  }

  /** Calls of a tool succeed with one text block, JSON unless it is a text. */
  tool(name: string, result: Json, uses: Uses = {}): MockHandle {
    return this.add({ method: 'tools/call', params: { name }, response: mockResponse.toolResult(textOfJson(result)), ...uses });
  }

  /** Calls of a tool end with a result that says `isError`; the code stands in `_meta.code`. */
  toolError(name: string, code: string | number, ...[message, uses = {}]: [message: string, uses?: Omit<Uses, 'delay'>]): MockHandle {
    const response = mockResponse.success({ content: [{ type: 'text', text: message }], isError: true, _meta: { code } });
    return this.add({
      method: 'tools/call',
      params: { name },
      response: typeof code === 'number' ? mockResponse.error(code, message) : response,
      ...uses,
    });
  }

  /** Reads of a resource answer a text, contents with `text` or `blob`, or data as JSON. */
  resource(uri: string, content: string | JsonObject, uses: Uses = {}): MockHandle {
    return this.add({ method: 'resources/read', params: { uri }, response: mockResponse.resourceRead(uri, content), ...uses });
  }

  resourceError(uri: string, uses: Omit<Uses, 'delay'> = {}): MockHandle {
    return this.add({ method: 'resources/read', params: { uri }, response: mockResponse.errors.resourceNotFound(uri), ...uses });
  }

  toolsList(tools: readonly JsonObject[], uses: Uses = {}): MockHandle {
    return this.add({ method: 'tools/list', response: mockResponse.toolsList(tools), ...uses });
  }

  resourcesList(resources: readonly JsonObject[], uses: Uses = {}): MockHandle {
    return this.add({ method: 'resources/list', response: mockResponse.resourcesList(resources), ...uses });
  }

  clear(): void {
    this.#mocks = [];
  }

  all(): readonly MockDefinition[] {
    return this.#mocks.map(({ definition }) => definition);
  }

  /** The answer of the first mock that fits; undefined when none does. */
  async answer(request: JsonRpcRequest): Promise<JsonRpcResponse | undefined> {
    const mock = this.#mocks.find(({ calls, definition }) => calls.length < (definition.times ?? Infinity) && fits(definition, request));
    if (mock === undefined) return undefined;
    mock.calls.push(request);
    const { delay, response } = mock.definition;
    if (delay !== undefined) await pause(delay);
    const body = typeof response === 'function' ? await response(request) : response;
    return { ...body, jsonrpc: '2.0', id: request.id };
  }
}

function fits({ method, params }: MockDefinition, request: JsonRpcRequest): boolean {
  if (method !== request.method) return false;
  if (params === undefined) return true;
  return typeof params === 'function' ? params(request.params ?? {}) : matches(params, request.params ?? {});
}

/** Whether `found` holds what is wanted: further members of objects are allowed, further items of arrays are not. */
export function matches(wanted: unknown, found: unknown): boolean {
  if (isAsymmetric(wanted)) return wanted.asymmetricMatch(found);
  if (Array.isArray(wanted))
    return Array.isArray(found) && wanted.length === found.length && wanted.every((item, index) => matches(item, found[index]));
  if (isJsonObject(wanted)) return isJsonObject(found) && Object.entries(wanted).every(([key, value]) => matches(value, found[key]));
  return Object.is(wanted, found);
}
