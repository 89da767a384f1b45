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
