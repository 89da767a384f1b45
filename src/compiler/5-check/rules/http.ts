import { entriesOf, isJsonObject } from '@service/sdk/model';
import {
  type MountedApp,
  mountedBecause,
  mountProblems,
  type NamedPath,
  namedPaths,
  ownPathAt,
  reservedBecause,
} from '@service/sdk/options';
import { diagnose } from '../../diagnostics/index.ts';
import { type CheckedModel, locationOf, type Rule } from '../rule.ts';
import type { Target } from '../../target.ts';

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

/** Figures of a server whose callers sign in tell strangers who uses what, and how much. */
export const checkOpenMetrics: Rule = (model) => {
  const { auth, metrics } = model.server.options?.rest ?? {};
  if (!isJsonObject(auth) || auth['mode'] === 'public' || !isJsonObject(metrics) || metrics['enabled'] !== true) return [];
  const { auth: guard = 'public', path } = metrics;
  const shown = typeof path === 'string' ? path : '/metrics';
  return guard === 'public' ? [diagnose('open-metrics', { path: shown }, locationOf(model, 'server'))] : [];
};

/** Credentials with every origin are refused elsewhere; without them a server in a private network is still read by any page. */
export const checkWildcardCors: Rule = (model) => {
  const cors = model.server.options?.http.cors;
  if (cors === undefined || cors === false) return [];
  const { origin } = cors;
  const isWildcard = origin === true || origin === '*' || (Array.isArray(origin) && origin.includes('*'));
  return isWildcard ? [diagnose('wildcard-cors', { origin: JSON.stringify(origin) }, locationOf(model, 'server'))] : [];
};

const everywhere = new Set(['all', '0.0.0.0', '::', '[::]']);

/** On all interfaces no name is known to be ours unless it is listed. */
export const checkUnlistedHosts: Rule = (model) => {
  const http = model.server.options?.http;
  const address = http?.security.bindAddress;
  if (http === undefined || address === undefined || !everywhere.has(address)) return [];
  const { allowedHosts } = http.security.dnsRebindingProtection;
  if (allowedHosts !== undefined && allowedHosts.length > 0) return [];
  const listedLater = model.server.options?.live.some((path) => path.startsWith('http.security.')) === true;
  return listedLater
    ? []
    : [diagnose('unlisted-hosts', { address: address === 'all' ? 'all interfaces' : address }, locationOf(model, 'server'))];
};

/** Path of the MCP endpoint: the option wins over the deployment, that over the config. */
function endpointOf({ configPath = '', server }: CheckedModel): string {
  const path = `/${server.options?.http.entryPath ?? configPath}`.replace(/\/+/g, '/');
  return path === '/' ? path : path.replace(/\/$/, '');
}

/** Apps with an endpoint of their own. */
function mountedAppsOf(model: CheckedModel): readonly MountedApp[] {
  const endpoint = endpointOf(model);
  const base = endpoint === '/' ? '' : endpoint;
  return splitApps(model).map((id) => ({ id, prefix: `${base}/${id}` }));
}

/** False: everything is served by the apps' own endpoints. */
function servesOwnEndpoint(model: CheckedModel): boolean {
  const split = new Set(splitApps(model));
  const { apps, skills = [] } = model.server;
  const entries = [...entriesOf(model.server), ...skills];
  const own = entries.some(({ owner }) => !owner.some(({ kind }) => kind === 'app'));
  return own || split.size === 0 || apps.some(({ id }) => !split.has(id));
}

/** Why a path is reserved. Without an endpoint at the server itself, only paths that are reserved in any case count. */
const takenBecause = (model: CheckedModel, path: string, named: readonly NamedPath[]): string | undefined =>
  servesOwnEndpoint(model)
    ? reservedBecause(path, endpointOf(model), named)
    : (ownPathAt(path) ?? named.find((one) => one.path === path)?.because);

const splitApps = ({ server }: CheckedModel): readonly string[] =>
  server.options?.rest['splitByApp'] === true
    ? server.apps.map(({ id }) => id)
    : (server.scopes ?? []).filter(({ standalone }) => standalone !== false).map(({ app }) => app);

/** The target tells every deployment of it that it is one of several instances. */
export const isDistributed = (target: Target | undefined): boolean => target?.variables?.['SERVICE_DEPLOYMENT_MODE'] === 'distributed';
