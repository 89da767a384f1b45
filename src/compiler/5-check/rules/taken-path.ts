import { mountProblems, namedPaths } from '@service/sdk/options';
import { diagnose } from '../../diagnostics/index.ts';
import { endpointOf, mountedAppsOf, servesOwnEndpoint } from '../served-paths.ts';
import { locationOf, type Rule } from '../rule.ts';

/** Two endpoints at one path: one of them would silently never be called. */
export const checkTakenPath: Rule = (model) => {
  const { options } = model.server;
  if (options === undefined) return [];
  const endpoint = endpointOf(model);
  const own = servesOwnEndpoint(model) ? endpoint : undefined;
  const named = namedPaths(options.rest);
  const atEndpoint = named
    .filter(({ path }) => path === own)
    .map(({ option, path }) => ({ what: option, path, because: 'MCP clients call it' }));
  return [...atEndpoint, ...mountProblems(mountedAppsOf(model), named, own)].map((found) =>
    diagnose('taken-path', found, locationOf(model, 'server')),
  );
};
