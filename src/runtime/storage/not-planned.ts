import { configInvalid, ServiceError } from '../errors/index.ts';

export const notPlanned = (kind: string): ServiceError =>
  configInvalid(`a ${kind} store was not asked for when the server was built: set the option unconditionally and build again`);
