import { commonRowOf, type CommonCode, type ErrorRow } from './common-codes.ts';

/** Options of a {@link ServiceError}; the row of its code fills in what is absent. */
export interface ServiceErrorOptions extends Partial<ErrorRow> {
  /** The error behind it; for the log alone. */
  readonly cause?: unknown;
  /** Sent with the error where callers may read it, and logged; never secrets. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Scopes that the caller does not have and that would let it in: the HTTP answer challenges it for them. */
  readonly requiredScopes?: readonly string[] | undefined;
}

/** Any failure this product raises on purpose: a code, an HTTP status, and whether the outside may read its text. */
export class ServiceError extends Error implements ErrorRow {
  override readonly name: string = 'ServiceError';
  /** Code of the error, such as `INVALID_INPUT`. */
  readonly code: string;
  /** Status of an HTTP answer. */
  readonly status: number;
  /** Whether callers may read the message. */
  readonly expose: boolean;
  /** Number of a JSON-RPC error. */
  readonly rpcCode: number;
  /** Sent with the error. */
  readonly data: Readonly<Record<string, unknown>> | undefined;
  /** Scopes that the caller would need. */
  readonly requiredScopes: readonly string[] | undefined;
  /** Id that the caller quotes and the log has. */
  readonly errorId: string = newErrorId();

  /** `listedError` makes those of the other codes: their rows are in bundles that need them. */
  constructor(code: CommonCode, message: string, options?: ServiceErrorOptions);
  constructor(code: string, message: string, options: ServiceErrorOptions & Pick<ErrorRow, 'expose' | 'status'>);
  constructor(code: string, message: string, options: ServiceErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    const row = commonRowOf(code);
    this.code = code;
    this.status = options.status ?? row.status;
    this.expose = options.expose ?? row.expose;
    this.rpcCode = options.rpcCode ?? row.rpcCode;
    this.data = options.data;
    this.requiredScopes = options.requiredScopes;
  }

  /** Text that callers may read; generic for internal errors. */
  getPublicMessage(): string {
    return this.expose ? this.message : genericMessage(this.errorId);
  }
}

/** Text for callers in place of an internal failure. */
export const genericMessage = (errorId: string): string => `Internal error. Ask the operator about error id ${errorId}.`;

/** The field of a log line with what an error tells beside its message. */
export const dataOf = (error: ServiceError | undefined): { readonly data?: ServiceError['data'] } =>
  error?.data === undefined ? {} : { data: error.data };

/** The same failure with another message. */
export const retold = (error: ServiceError, message: string): ServiceError => {
  const { code, expose, rpcCode, status } = error;
  return new ServiceError(code, message, { expose, rpcCode, status, cause: error });
};

/** `err_` and 16 hexadecimal digits: what a caller quotes and an operator searches the log for. */
export function newErrorId(): string {
  const [bits = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  return `err_${bits.toString(16).padStart(16, '0')}`;
}

/** The error of options or variables that break a rule; its message is shown. */
export const configInvalid = (message: string): ServiceError => new ServiceError('CONFIG_INVALID', message, { expose: true });

/** Asked for what a feature brings that the build left out: the plan takes it to be used by nobody. */
export function leftOut(feature: string): never {
  throw new ServiceError('INTERNAL_ERROR', `the bundle was built without the feature "${feature}": build it again`);
}

/** The text of whatever was thrown. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));
