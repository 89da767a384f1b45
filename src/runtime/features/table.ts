import type { FeatureRow } from './application/feature-row.ts';
import { accessRows } from './rows/access-rows.ts';
import { entryRows } from './rows/entry-rows.ts';
import { servingRows } from './rows/serving-rows.ts';
import { nodeStoreRows, storeRows } from './rows/store-rows.ts';

export type { BuildFacts, FeatureRow, PlannedServer, When } from './application/feature-row.ts';

/**
 * Every feature: when a build plans it, what it gives to others and takes from them. It is the one order that servers have features in,
 * compiled or not. Of features around the same thing (a request, the endpoint, a call of a tool) the first is the outermost. The table is in
 * no bundle; `npm run reference` writes `portable.ts` from it, the list of a start without a build.
 */
export const featureTable = [...nodeStoreRows, ...entryRows, ...storeRows, ...servingRows, ...accessRows] as const;

export type FeatureName = (typeof featureTable)[number]['name'];

export type RowOf<Name extends FeatureName> = Extract<(typeof featureTable)[number], { readonly name: Name }>;

/** `shared-state` is exported as `sharedState`. */
export const exportNameOf = (name: string): string => name.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());

/**
 * Asked by a build of what it has planned, and by an uncompiled start; a bundle was asked when it was built.
 * @throws {Error} with every fault
 */
export function checkServices(rows: readonly FeatureRow[]): void {
  const faults = serviceFaults(rows);
  if (faults.length > 0) throw new Error(`The features of this server do not fit together: ${faults.join('; ')}`);
}

/**
 * What keeps features from being put together in this order: a need that none provides, a service of two, something that is taken before it
 * is given, features that need each other.
 */
export function serviceFaults(rows: readonly FeatureRow[]): readonly string[] {
  return [
    ...rows.flatMap((row, at) => twice(row, rows.slice(0, at))),
    ...rows.flatMap((row, at) => [...missing(row, rows), ...tooLate(row, rows.slice(at), rows)]),
  ];
}

function twice({ name, provides = [] }: FeatureRow, before: readonly FeatureRow[]): readonly string[] {
  return provides.flatMap((service) =>
    before
      .filter((other) => other.provides?.includes(service) === true)
      .map((other) => `the features "${other.name}" and "${name}" both provide "${service}": leave one of them out`),
  );
}

function missing({ name, needs = [] }: FeatureRow, rows: readonly FeatureRow[]): readonly string[] {
  return needs
    .filter((service) => !rows.some(({ provides }) => provides?.includes(service) === true))
    .map((service) => `the feature "${name}" needs "${service}", which no feature of this server provides`);
}

/** @param later the feature itself and those after it */
function tooLate(row: FeatureRow, later: readonly FeatureRow[], rows: readonly FeatureRow[]): readonly string[] {
  return later
    .filter((giver) => takesFrom(row, giver))
    .map((giver) =>
      leadsTo(giver, row, rows)
        ? `the features "${row.name}" and "${giver.name}" need each other`
        : `the feature "${row.name}" takes something from "${giver.name}", which comes after it`,
    );
}

const takesFrom = (taker: FeatureRow, giver: FeatureRow): boolean =>
  meet([...(taker.needs ?? []), ...(taker.uses ?? [])], giver.provides) || meet(taker.collects, giver.contributes);

const meet = (some: readonly string[] = [], others: readonly string[] = []): boolean => some.some((name) => others.includes(name));

/** Whether one takes something from another, or from one that does. */
function leadsTo(from: FeatureRow, to: FeatureRow, rows: readonly FeatureRow[]): boolean {
  if (takesFrom(from, to)) return true;
  const others = rows.filter((row) => row !== from);
  return others.some((next) => takesFrom(from, next) && leadsTo(next, to, others));
}
