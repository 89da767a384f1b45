import { ServiceError } from '../errors/index.ts';
import type { ServerRuntime } from '../mcp/call/server-runtime.ts';
import type { Feature } from './feature.ts';

/**
 * A guard that is seen at run time only was left out by the build: an open server is not what its author wrote.
 * @throws {ServiceError} CONFIG_INVALID
 */
export function checkAccessPlanned({ declared, registry }: ServerRuntime, features: readonly Feature[]): void {
  if (features.some(({ name }) => name === 'authorities')) return;
  const entries = [...registry.tools, ...registry.resources, ...registry.templates, ...registry.prompts];
  const guarded = entries.find(({ declaration: { options } }) => options['authorities'] !== undefined);
  if (guarded === undefined && declared['authorities'] === undefined) return;
  const what = guarded === undefined ? 'authorities' : `authorities of ${guarded.model.kind} "${guarded.model.listedName}"`;
  throw new ServiceError('CONFIG_INVALID', `${what} was not there when the server was built: set it unconditionally and build again`, {
    expose: true,
  });
}
