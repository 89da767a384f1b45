import { rowOf, type ErrorCode } from './listed-codes.ts';
import { ServiceError, type ServiceErrorOptions } from './service-error.ts';

/** An error of any code of the specification. */
export const listedError = (code: ErrorCode, message: string, options: ServiceErrorOptions = {}): ServiceError =>
  new ServiceError(code, message, { ...rowOf(code), ...options });
