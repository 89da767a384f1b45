import { useEffect } from 'react';
import { useLatest } from '../hooks/use-latest.ts';
import type { ServerChoice } from '../hooks/use-service.ts';
import { jsonResult, type ToolResult } from '../core/dynamic-registry.ts';
import { makePageTool } from '../core/dynamic-tool.ts';
import type { JsonSchema } from '../core/standard-schema.ts';
import { useDynamicRegistry } from '../provider/context.ts';
import {
  fetchClient,
  operationRequest,
  pathParameters,
  type ApiOperation,
  type HttpClient,
  type OperationArguments,
} from './call-operation.ts';

/** Options of {@link useApiClient}. */
export interface ApiClientOptions extends ServerChoice {
  /** Address of the API, such as `https://api.example.com/v1`, or a path of the page's own site. */
  readonly baseUrl: string;
  readonly operations: readonly ApiOperation[];
  /** Of every request, or what gives them when one is sent. @default {} */
  readonly headers?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>) | undefined;
  /** Stands before each name: `<prefix>_<operationId>`. @default 'api' */
  readonly prefix?: string | undefined;
  /** Sends the requests. @default a client of `fetch` */
  readonly client?: HttpClient | undefined;
  /** @default globalThis.fetch */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/**
 * A tool for each operation of an HTTP API, sent from the page with what the page may do. A status of 400 and above is an error result.
 * @example
 * useApiClient({ baseUrl: '/api', operations: [{ operationId: 'get_pet', method: 'get', path: '/pets/{id}' }] });
 */
export function useApiClient(options: ApiClientOptions): void {
  const { operations, prefix = 'api', server } = options;
  const registry = useDynamicRegistry('useApiClient', server);
  const newest = useLatest(options);
  const listed = JSON.stringify([prefix, operations]);
  useEffect(() => {
    const [before, all] = JSON.parse(listed) as [string, readonly ApiOperation[]];
    const tools = all.map((operation) => toTool(`${before}_${operation.operationId}`, operation, () => newest.current));
    return registry.addAll({ tools, resources: [] });
  }, [listed, newest, registry]);
}

const toTool = (name: string, operation: ApiOperation, current: () => ApiClientOptions): ReturnType<typeof makePageTool> =>
  makePageTool<OperationArguments>({
    name,
    description: operation.description ?? `${operation.method.toUpperCase()} ${operation.path}`,
    schema: operation.inputSchema ?? schemaOfPath(operation.path),
    execute: async (args): Promise<ToolResult> => {
      const { baseUrl, client, fetch: send = globalThis.fetch, headers = {} } = current();
      const request = operationRequest(operation, { args, baseUrl, headers: typeof headers === 'function' ? headers() : headers });
      const { data, status } = await (client ?? fetchClient(send)).request(request);
      return { ...jsonResult({ status, data }), ...(status >= 400 ? { isError: true } : {}) };
    },
  });

function schemaOfPath(path: string): JsonSchema {
  const required = pathParameters(path);
  return { type: 'object', properties: Object.fromEntries(required.map((name) => [name, { type: ['string', 'number'] }])), required };
}
