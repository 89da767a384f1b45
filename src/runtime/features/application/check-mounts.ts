import { memberOf } from '../../std/index.ts';
import { ReservedRouteCollisionError, ServiceError } from '../../errors/index.ts';
import { mountedBecause, mountProblems, namedPaths, type MountedApp } from '../../options/reserved-paths.ts';

type Options = Readonly<Record<string, unknown>>;

/**
 * An app that is mounted over a path of the server would silently take its requests.
 * @param endpoint of the server itself; undefined when it has none beside its apps'
 * @throws {ServiceError} CONFIG_INVALID, {@link ReservedRouteCollisionError}
 */
export function checkMounts(apps: readonly MountedApp[], options: Options, endpoint: string | undefined): void {
  const problems = mountProblems(apps, namedPaths(options), endpoint);
  if (problems.length > 0) {
    const lines = problems.map(({ because, path, what }) => `The path ${path} is taken: ${because}, so ${what} cannot be there`);
    throw new ServiceError('CONFIG_INVALID', lines.join('\n'), { status: 500, expose: true });
  }
  const collisions = routesOf(options).flatMap(({ method, path }) => {
    const because = mountedBecause(path, apps);
    return because === undefined ? [] : [{ method, path, because }];
  });
  if (collisions.length > 0) throw new ReservedRouteCollisionError(collisions);
}

interface DeclaredRoute {
  readonly method: string;
  readonly path: string;
}

/** Checked with the other options before anything is built. */
function routesOf({ http }: Options): readonly DeclaredRoute[] {
  const list = memberOf(http, 'routes');
  return Array.isArray(list) ? list.filter(isRoute) : [];
}

const isRoute = (value: unknown): value is DeclaredRoute =>
  typeof value === 'object' && value !== null && 'path' in value && typeof value.path === 'string' && 'method' in value;
