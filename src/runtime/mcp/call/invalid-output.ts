import { ServiceError } from '../../errors/index.ts';

/** A tool's value that its output does not allow, or that JSON cannot say. */
export const invalidOutput = (what: string): ServiceError => new ServiceError('INVALID_OUTPUT', `Tool output validation failed (${what})`);
