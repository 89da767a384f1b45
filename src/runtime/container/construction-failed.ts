import { ServiceError } from '../errors/index.ts';
import type { ProviderDefinition } from './provider-definition.ts';

/** What the author's constructor or factory threw, with the provider's name. Our own errors name it already. */
export const constructionFailed = (definition: ProviderDefinition, error: unknown): ServiceError =>
  error instanceof ServiceError
    ? error
    : new ServiceError(
        'PROVIDER_CONSTRUCTION_FAILED',
        `Provider "${definition.name}" could not be built: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
