import { OpenapiAdapter, type OpenapiOptions } from '@service/adapters';
import type { PrepareLine } from '@service/sdk/define';
import type { JsonObject } from '@service/sdk/model';
import { prepare } from '../../../packages/adapters/src/prepare/prepare.ts';
import type { PreparedApi } from '../../../packages/adapters/src/prepared.ts';
import { createDirect } from '../../../src/runtime/hosts/in-process/create.ts';

/** What a build makes of documents by address, the first of them the description; with the lines that it prints. */
export async function prepared(
  documents: Readonly<Record<string, string | Uint8Array>>,
  options: Partial<OpenapiOptions> = {},
): Promise<{ readonly api: PreparedApi; readonly lines: readonly PrepareLine[]; readonly read: readonly string[] }> {
  const lines: PrepareLine[] = [];
  const read: string[] = [];
  const [spec = ''] = Object.keys(documents);
  const api = await prepare(
    { name: 'api', spec, baseUrl: 'https://api.example.com/v1', ...options },
    {
      read: (address) => {
        read.push(address);
        const document = documents[address];
        if (document === undefined) return Promise.reject(new Error(`${address} is not there`));
        return Promise.resolve({ address, bytes: typeof document === 'string' ? new TextEncoder().encode(document) : document });
      },
      report: (line) => lines.push(line),
    },
  );
  return { api, lines, read };
}

/** A description with these paths. */
export const described = (paths: object, rest: object = {}): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'test', version: '1' },
  paths: paths as JsonObject,
  ...rest,
});

/** What a build makes of a description with these paths. */
export const preparedPaths = (paths: object, options: Partial<OpenapiOptions> = {}, rest: object = {}): ReturnType<typeof prepared> =>
  prepared({ 'openapi.json': JSON.stringify(described(paths, rest)) }, options);

export interface CalledTool {
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: JsonObject;
  readonly isError?: boolean;
  readonly _meta?: JsonObject;
}

export interface ApiServer {
  call(name: string, args?: object): Promise<CalledTool>;
  list(): Promise<readonly JsonObject[]>;
  close(): Promise<void>;
}

/** A server whose tools are the operations of a description. */
export async function serve(
  spec: object,
  options: Partial<OpenapiOptions> & { readonly baseUrl: string },
  rest: object = {},
): Promise<ApiServer> {
  const adapter = OpenapiAdapter.init<OpenapiOptions>({ name: 'api', spec, ...options });
  const server = await createDirect({ info: { name: 'api', version: '1.0.0' }, adapters: [adapter], ...rest });
  return {
    call: async (name, args = {}) => (await server.callTool(name, args as JsonObject)) as unknown as CalledTool,
    list: async () => (await server.listTools())['tools'] as unknown as readonly JsonObject[],
    close: () => server.dispose(),
  };
}
