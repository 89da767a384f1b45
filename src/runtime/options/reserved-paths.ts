import { memberOf } from '../std/index.ts';
import { skillAddresses } from './skill-addresses.ts';

/**
 * What the server itself answers, or keeps for itself, at a path whatever its options say. Case is no difference:
 * a proxy that ignores it would let one of the two be asked for the other.
 */
export function ownPathAt(path: string): string | undefined {
  const plain = path.toLowerCase().replace(/\/+$/, '');
  if (/^\/(?:healthz?|readyz|health\/.*)$/.test(plain)) return 'it is a health check';
  if (plain === '/metrics') return 'it serves metrics';
  if (/^\/oauth(?:\/|$)/.test(plain)) return 'sign-in is there';
  return /^\/\.well-known(?:\/|$)/.test(plain) ? 'discovery documents are there' : undefined;
}

/**
 * Why a path cannot be a custom route: it would take over sign-in, health or the protocol.
 * @param endpoint path of the MCP endpoint, `/` or without a trailing slash
 * @param named paths that the server's options name
 */
export function reservedBecause(path: string, endpoint: string, named: readonly NamedPath[] = []): string | undefined {
  const of = (tail: string): string => (endpoint === '/' ? tail : `${endpoint}${tail}`);
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path;
  if (plain === endpoint) return 'MCP clients call it';
  if (plain === of('/sse') || plain === of('/message')) return 'the older transport uses it';
  if (plain === of('/server-card')) return 'it is the server card';
  return (
    ownPathAt(plain) ?? named.find((one) => one.path === plain || (one.ownsBelow === true && plain.startsWith(`${one.path}/`)))?.because
  );
}

/** A path of the server's own that an option moved. */
export interface NamedPath {
  readonly option: string;
  readonly path: string;
  readonly because: string;
  /** Paths below it are its own too. */
  readonly ownsBelow?: true;
}

/** @param options of `@Service`, or the plain data of them */
export function namedPaths(options: Readonly<Record<string, unknown>>): readonly NamedPath[] {
  const at = (group: string, key: string, because: string): readonly NamedPath[] => {
    const members = options[group];
    const path = memberOf(members, key);
    return typeof path === 'string' ? [{ option: `${group}.${key}`, path, because }] : [];
  };
  return [
    ...at('health', 'healthzPath', 'it is a health check'),
    ...at('health', 'readyzPath', 'it is a health check'),
    ...at('metrics', 'path', 'it serves metrics'),
    ...skillPaths(options['skillsConfig']),
  ];
}

function skillPaths(config: unknown): readonly NamedPath[] {
  if (memberOf(config, 'enabled') !== true) return [];
  const because = 'skills are there';
  return Object.entries(skillAddresses(config)).flatMap(([option, path]: [string, string | undefined]) =>
    path === undefined
      ? []
      : [{ option: `skillsConfig.${option}`, path, because, ...(option === 'api' ? { ownsBelow: true as const } : {}) }],
  );
}

/** An app with an endpoint of its own: it gets every request at its prefix and below. */
export interface MountedApp {
  readonly id: string;
  /** `<entry path>/<app id>`. */
  readonly prefix: string;
}

/** Why nothing else is ever asked for a path. */
export function mountedBecause(path: string, apps: readonly MountedApp[]): string | undefined {
  const over = apps.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
  return over === undefined ? undefined : `requests to it go to the app "${over.id}", whose endpoint is ${over.prefix}`;
}

/**
 * Faults of where apps are mounted, and of what is moved below them.
 * @param endpoint of the server itself; undefined when it has none beside its apps'
 */
export function mountProblems(
  apps: readonly MountedApp[],
  named: readonly NamedPath[],
  endpoint: string | undefined,
): readonly { readonly what: string; readonly path: string; readonly because: string }[] {
  const taken = ({ id, prefix }: MountedApp) => {
    const because = endpoint === undefined ? ownPathAt(prefix) : reservedBecause(prefix, endpoint);
    return because === undefined ? [] : [{ what: `the endpoint of the app "${id}"`, path: prefix, because }];
  };
  const covered = ({ option, path }: NamedPath) => {
    const because = mountedBecause(path, apps);
    return because === undefined ? [] : [{ what: option, path, because }];
  };
  return [...apps.flatMap(taken), ...named.flatMap(covered)];
}
