import { ServiceError } from './service-error.ts';

/** Names of the classes that authors test these errors with. */
const names = {
  PROVIDER_NOT_AVAILABLE: 'ProviderNotAvailableError',
  PROVIDER_NOT_REGISTERED: 'ProviderNotRegisteredError',
  DEPENDENCY_CYCLE: 'DependencyCycleError',
} as const;

class ProviderError extends ServiceError {
  override readonly name: string;

  constructor(code: keyof typeof names, message: string) {
    super(code, message);
    this.name = names[code];
  }
}

/** What keeps a provider from being given: without the classes that authors throw, which would be in every bundle. */
export const providerError = (code: keyof typeof names, message: string): ServiceError => new ProviderError(code, message);
