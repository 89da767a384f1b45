import { ServiceError } from './service-error.ts';

/** A custom route that would take over one of the server's own paths. */
export class ReservedRouteCollisionError extends ServiceError {
  override readonly name = 'ReservedRouteCollisionError';

  constructor(collisions: readonly { readonly method: string; readonly path: string; readonly because: string }[]) {
    const lines = collisions.map(
      ({ because, method, path }) => `http.routes: ${method} ${path} is reserved: ${because}. Give the route another path.`,
    );
    super('CONFIG_INVALID', lines.join('\n'), { status: 500, expose: true });
  }
}
