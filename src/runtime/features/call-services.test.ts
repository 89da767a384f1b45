import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { coreServices } from '../mcp/call/core-services.ts';
import { allFeatures } from './all.ts';
import { callServicesOf } from './application/feature-contributions.ts';
import type { FeatureRow } from './application/feature-row.ts';
import { featureTable } from './table.ts';

const rows: readonly FeatureRow[] = featureTable;

test('[features.services] every service of calls has one feature, whose row names it', () => {
  const provided = allFeatures.flatMap(({ callServices = {}, name }) =>
    Object.keys(callServices).map((service) => [service, name] as const),
  );
  assert.equal(provided.map(([service]) => service).sort(), Object.keys(coreServices).sort());
  for (const [service, name] of provided) {
    const providers = rows.filter(({ provides = [] }) => provides.some((one) => one === service));
    assert.equal(
      providers.map((row) => row.name),
      [name],
    );
  }
  const everything = callServicesOf(allFeatures);
  for (const [service] of provided) assert.is.not(Reflect.get(everything, service), Reflect.get(coreServices, service), service);
});

test('[features.services] a service whose feature was left out names that feature', () => {
  const asked = Object.entries(coreServices).flatMap(([service, stand]: [string, ((...args: unknown[]) => unknown) | undefined]) => {
    if (stand === undefined) return [];
    try {
      stand({}, {}, undefined);
      return [];
    } catch (failure) {
      const [, feature] = /without the feature "([^"]+)"/.exec(String(failure)) ?? [];
      return [[service, feature] as const];
    }
  });
  assert.ok(asked.length > 5);
  for (const [service, feature] of asked) {
    const row = rows.find(({ name }) => name === feature);
    assert.ok(
      row?.provides?.some((one) => one === service),
      service,
    );
  }
});

test.run();
