import { ServiceError } from './service-error.ts';

/** In production a server that signs tokens has no secret: one of its own making would change with every start and instance. */
export class JwtSecretRequiredError extends ServiceError {
  override readonly name = 'JwtSecretRequiredError';

  constructor() {
    super('JWT_SECRET_REQUIRED', 'JWT_SECRET is not set: in production, tokens need a secret of at least 32 bytes that stays the same', {
      expose: true,
    });
  }
}

/** The secret could be guessed from one token. */
export class JwtSecretWeakError extends ServiceError {
  override readonly name = 'JwtSecretWeakError';

  /** @param length of the secret in bytes */
  constructor(length: number) {
    super(
      'JWT_SECRET_INVALID',
      `JWT_SECRET has ${length} bytes: it must have at least 32, such as the output of "openssl rand -base64 48"`,
      {
        expose: true,
      },
    );
  }
}

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

/** An entry with a field that no plugin enforces. */
export interface UnenforcedEntry {
  /** Name of the entry. */
  readonly entry: string;
  /** Name of the field. */
  readonly field: string;
}

/** Entries carry a field that promises protection, and no plugin keeps the promise. One line per entry. */
export class UnenforcedMetadataError extends ServiceError {
  override readonly name = 'UnenforcedMetadataError';

  constructor(readonly entries: readonly UnenforcedEntry[]) {
    super(
      'UNENFORCED_METADATA',
      entries.map(({ entry, field }) => `${entry}: "${field}" has no effect without the plugin that enforces it`).join('\n'),
    );
  }
}
