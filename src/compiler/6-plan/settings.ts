import type { CompileRequest, PlannedSettings } from '../compile-types.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import type { Target } from '../target.ts';

/** Port of a server that names none. */
const defaultPort = 3000;

/** Where the MCP endpoint is: `http.entryPath`, else `transport.http.path` of the config, else `/`. */
export function planSettings(request: CompileRequest, model: CompiledModel, target: Pick<Target, 'variables'>): PlannedSettings {
  const { http } = model.server.options;
  return {
    name: request.name,
    version: request.version,
    entryPath: normalisePath(http.entryPath ?? request.configHttpPath ?? '/'),
    port: http.port ?? request.configHttpPort ?? defaultPort,
    variables: { ...target.variables, ...request.variables },
    ...(request.commandLine === undefined ? {} : { commandLine: request.commandLine }),
  };
}

/** A leading slash is added, trailing ones are dropped; `/` stays. */
function normalisePath(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  return `/${parts.join('/')}`;
}
