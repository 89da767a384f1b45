import { ServiceError } from '../../errors/index.ts';
import type { ApplicationCore } from './application-core.ts';
import type { FeatureFactory, NamedFeature } from './feature.ts';

/**
 * Makes every feature. What is configured badly for one is told together with what is for the others: an operator mends all of it at once.
 * @throws {ServiceError} the failure of one; CONFIG_INVALID with one fault a line of several
 */
export function createFeatures(factories: readonly FeatureFactory[], parts: ApplicationCore): readonly NamedFeature[] {
  const failures: ServiceError[] = [];
  const features: NamedFeature[] = [];
  const services: Record<string, unknown> = {};
  const lists: Record<string, unknown[]> = {};
  for (const factory of factories) {
    try {
      const feature = factory.create({ ...parts, ...services, ...lists });
      Object.assign(services, feature.provides);
      for (const [list, item] of Object.entries(feature.contributes ?? {})) (lists[list] ??= []).push(item);
      features.push({ ...feature, name: factory.name });
    } catch (failure) {
      if (failure instanceof ServiceError) failures.push(failure);
      // After a refusal it may be the lack of that feature which fails here.
      else if (failures.length === 0) throw failure;
    }
  }
  const [first, ...others] = failures;
  if (first === undefined) return features;
  const faults = [...new Set(failures.map(({ message }) => message))];
  if (others.length === 0 || faults.length === 1) throw first;
  throw new ServiceError('CONFIG_INVALID', faults.join('\n'), { status: 500, expose: failures.every(({ expose }) => expose) });
}
