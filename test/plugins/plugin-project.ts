import { type BuiltProject, type BuiltServer, projectOf } from '../support/built-servers.ts';
import { modernRequest, parseWire, send } from '../support/wire-client.ts';

/** A tool's answer. */
export interface Called {
  readonly value: Record<string, unknown>;
  readonly meta: Record<string, unknown>;
  readonly isError: boolean;
  /** Of the result, or of the error. */
  readonly text: string;
}

/** A project with one module beside the small files of every project. */
export const pluginProject = (name: string, main: string): BuiltProject =>
  projectOf(name, { 'src/main.ts': main, 'package.json': JSON.stringify({ name, version: '1.0.0', type: 'module' }) });

/** What a server answers to a call of a tool. */
export async function callTool(
  { port }: Pick<BuiltServer, 'port'>,
  call: { readonly name: string; readonly args?: object; readonly headers?: Readonly<Record<string, string>> },
): Promise<Called> {
  const { body, headers } = modernRequest('tools/call', { name: call.name, arguments: call.args ?? {} });
  const { text } = await send({ port, path: '/mcp', headers: { host: `localhost:${port}`, ...headers, ...call.headers }, body });
  const { error, result = {} } = parseWire(text) as { error?: { message: string }; result?: Record<string, unknown> };
  const content = (result['content'] ?? []) as { text?: string }[];
  return {
    value: (result['structuredContent'] ?? {}) as Record<string, unknown>,
    meta: (result['_meta'] ?? {}) as Record<string, unknown>,
    isError: error !== undefined || result['isError'] === true,
    text: error?.message ?? content.map(({ text = '' }) => text).join(''),
  };
}
