import type { Logger } from '../std/logger.ts';
import type { CallFrame } from './call-frame.ts';
import type { RequestContext } from './request-context.ts';
import { InjectionToken } from './token.ts';

/** The moment at which a token is resolved: during a call, or while the server starts. */
export interface TokenSite {
  readonly call: CallFrame | undefined;
  readonly logger: Logger | undefined;
}

/** A token of what the runtime itself provides, unless the author registers a provider for it. */
export class CallToken<T> extends InjectionToken<T> {
  readonly read: (site: TokenSite) => T | undefined;

  constructor(description: string, read: (site: TokenSite) => T | undefined) {
    super(description);
    this.read = read;
  }
}

/**
 * The request that a call belongs to, as `this.context` has it: for entries and for providers of the scope CONTEXT.
 *
 * @example
 * class Tenant {
 *   constructor(readonly id: string) {}
 * }
 *
 * const providers = [
 *   AsyncProvider({
 *     provide: Tenant,
 *     scope: ProviderScope.CONTEXT,
 *     inject: () => [SERVICE_CONTEXT] as const,
 *     useFactory: async (context) => new Tenant(context.metadata.customHeaders['x-service-tenant'] ?? 'none'),
 *   }),
 * ];
 */
export const SERVICE_CONTEXT: InjectionToken<RequestContext> = /* @__PURE__ */ new CallToken(
  'SERVICE_CONTEXT',
  ({ call }) => call?.request,
);

/** The logger: of the call where there is one, as `this.logger` has it, else of the server. As a type, any logger of this product. */
export const ServiceLogger: InjectionToken<ServiceLogger> = /* @__PURE__ */ new CallToken(
  'ServiceLogger',
  ({ call, logger }) => call?.logger ?? logger,
);
export type ServiceLogger = Logger;
