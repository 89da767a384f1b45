import { ownPathAt, reservedBecause, type MountedApp, type NamedPath } from '@service/sdk/options';
import type { Target } from '../target.ts';
import type { CheckedModel } from './rule.ts';

/** Path of the MCP endpoint: the option wins over the deployment, that over the config. */
export function endpointOf({ configPath = '', server }: CheckedModel): string {
  const path = `/${server.options?.http.entryPath ?? configPath}`.replace(/\/+/g, '/');
  return path === '/' ? path : path.replace(/\/$/, '');
}

/** Apps with an endpoint of their own. */
export function mountedAppsOf(model: CheckedModel): readonly MountedApp[] {
  const endpoint = endpointOf(model);
  const base = endpoint === '/' ? '' : endpoint;
  return splitApps(model).map((id) => ({ id, prefix: `${base}/${id}` }));
}

/** False: everything is served by the apps' own endpoints. */
export function servesOwnEndpoint(model: CheckedModel): boolean {
  const split = new Set(splitApps(model));
  const { apps, prompts, resources, resourceTemplates, skills = [], tools } = model.server;
  const entries = [...tools, ...resources, ...resourceTemplates, ...prompts, ...skills];
  const own = entries.some(({ owner }) => !owner.some(({ kind }) => kind === 'app'));
  return own || split.size === 0 || apps.some(({ id }) => !split.has(id));
}

/** Why a path is reserved. Without an endpoint at the server itself, only paths that are reserved in any case count. */
export const takenBecause = (model: CheckedModel, path: string, named: readonly NamedPath[]): string | undefined =>
  servesOwnEndpoint(model)
    ? reservedBecause(path, endpointOf(model), named)
    : (ownPathAt(path) ?? named.find((one) => one.path === path)?.because);

const splitApps = ({ server }: CheckedModel): readonly string[] =>
  server.options?.rest['splitByApp'] === true
    ? server.apps.map(({ id }) => id)
    : (server.scopes ?? []).filter(({ standalone }) => standalone !== false).map(({ app }) => app);

/** The target tells every deployment of it that it is one of several instances. */
export const isDistributed = (target: Target | undefined): boolean => target?.variables?.['SERVICE_DEPLOYMENT_MODE'] === 'distributed';
