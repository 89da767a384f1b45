import { tokenName } from '../define/index.ts';
import { ServiceError } from '../errors/index.ts';
import type { Container, RequestView } from './providers.ts';

export const notRegistered = (token: unknown): ServiceError =>
  new ServiceError('PROVIDER_NOT_REGISTERED', `Provider "${tokenName(token)}" is not registered: add it to "providers"`);

/** The view of a server without providers: every lookup fails. */
const view: RequestView = {
  get: (token) => {
    throw notRegistered(token);
  },
  tryGet: () => undefined,
};

/** The container of a server without providers, plugins and adapters. */
export const noProviders: Container = {
  isEmpty: true,
  register: () => undefined,
  start: async () => undefined,
  resolve: async (_owner, token) => {
    throw notRegistered(token);
  },
  view: () => view,
  close: async () => undefined,
};
