import { mountedBecause, namedPaths } from '@service/sdk/options';
import { diagnose } from '../../diagnostics/index.ts';
import { mountedAppsOf, takenBecause } from '../served-paths.ts';
import { locationOf, type Rule } from '../rule.ts';

/** A custom route that shadows one of ours would take over sign-in or health; one below an app is never asked. */
export const checkReservedRoute: Rule = (model) => {
  const { options } = model.server;
  if (options === undefined) return [];
  const named = namedPaths(options.rest);
  const mounted = mountedAppsOf(model);
  return options.http.routes.flatMap(({ path }) => {
    const because = takenBecause(model, path, named) ?? mountedBecause(path, mounted);
    return because === undefined ? [] : [diagnose('reserved-route', { path, because }, locationOf(model, 'server'))];
  });
};
