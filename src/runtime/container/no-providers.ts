import type { Awaitable, Logger } from '../std/index.ts';
import { type CallFrame, type Resolver, tokenName } from '../define/index.ts';
import type { OwnerModel } from '../model/index.ts';
import { providerError, type ServiceError } from '../errors/index.ts';
import type { ExportedTokens } from './provider-definition.ts';

export type Owner = readonly OwnerModel[];

export interface ContainerInput {
  readonly providers: readonly { readonly item: unknown; readonly owner: Owner }[];
  readonly exports?: readonly ExportedTokens[];
  /** Logger of the server. */
  readonly logger?: Logger;
}

/** Providers as one request sees them: the global ones and its own instances of the others. */
export interface RequestView extends Resolver {
  /** Builds the providers that a handler waits for; undefined when there are none. Absent where there are no providers at all. */
  prepare?(): Promise<void> | undefined;
  /** Disposes the request's instances once its result is there; awaits nothing when there are none. Absent where no request has instances. */
  disposeAfter?<R>(result: Awaitable<R>, failed: (failure: unknown) => void): Awaitable<R>;
}

export interface Container {
  /** True on a server without providers: no call has anything to dispose. */
  readonly isEmpty?: true;
  /** Adds providers that were unknown when the container was made; before `start`. */
  register(providers: ContainerInput['providers']): void;
  /** Builds every global provider, asynchronous factories included, so that a failure stops the start and not the first call. */
  start(): Promise<void>;
  /** A global provider, at start. */
  resolve(owner: Owner, token: unknown): Promise<unknown>;
  /** @param call the call that asks, if one does */
  view(owner: Owner, call?: CallFrame): RequestView;
  /** Disposes every instance, last built first. */
  close(): Promise<void>;
}

export const notRegistered = (token: unknown): ServiceError =>
  providerError('PROVIDER_NOT_REGISTERED', `Provider "${tokenName(token)}" is not registered: add it to "providers"`);

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
