import { rowOf } from './codes.ts';
import { newErrorId } from './error-id.ts';

export interface ServiceErrorOptions {
  readonly status?: number;
  /** True: the message may be sent to callers. */
  readonly expose?: boolean;
  readonly cause?: unknown;
  /** Sent with the error; never secrets. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Any failure this product raises on purpose: a code, an HTTP status, and whether the outside may read its text. */
export class ServiceError extends Error {
  override readonly name: string = 'ServiceError';
  readonly code: string;
  readonly status: number;
  readonly expose: boolean;
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly errorId: string = newErrorId();

  constructor(code: string, message: string, options: ServiceErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    const row = rowOf(code);
    this.code = code;
    this.status = options.status ?? row.status;
    this.expose = options.expose ?? row.exposed;
    this.data = options.data;
  }
}

/** What a caller reads in place of an internal failure. */
export const genericMessage = (errorId: string): string => `Internal error. Ask the operator about error id ${errorId}.`;
