import {
  type BuildFacts,
  checkServices,
  exportNameOf,
  type FeatureRow,
  featureTable,
  type PlannedServer,
  type When,
} from '@service/sdk/features/table';
import type { PlannedFeature } from '../compile-types.ts';
import type { CompiledModel } from '../model/compiled-model.ts';

/** Facts of a build, and other environments: whatever the server needs in one of them is planned too. */
export interface PlanContext extends BuildFacts {
  readonly others?: readonly OtherModel[];
}

/** What a server is in another environment than the build's. */
export interface OtherModel {
  readonly model: CompiledModel;
  /** `with NODE_ENV=production` */
  readonly when: string;
}

const revisionRules: Readonly<Record<string, When>> = {
  '2024-11-05': withHandshakes,
  '2025-03-26': withHandshakes,
  '2025-06-18': withHandshakes,
  '2025-11-25': withHandshakes,
  '2026-07-28': () => 'the current revision, served without sessions',
};

/** A revision that opens with `initialize` comes with a feature that serves it, or not at all. */
function withHandshakes(model: PlannedServer): string | undefined {
  const { sessionless, sessions } = model.server.options.transport;
  return sessions || sessionless === true ? 'clients of this revision open with initialize' : undefined;
}

/** Why this server needs it, here or where other variables are set than at build. */
function reasonFor(when: When, model: CompiledModel, context: PlanContext): string | undefined {
  const because = when(model, context);
  if (because !== undefined) return because;
  for (const other of context.others ?? []) {
    const elsewhere = when(other.model, context);
    if (elsewhere !== undefined) return `${elsewhere} ${other.when}`;
  }
  return undefined;
}

/** @throws {Error} when the planned features do not fit together, which is a fault of this compiler */
export function planFeatures(model: CompiledModel, context: PlanContext): PlannedFeature[] {
  const rows: readonly FeatureRow[] = featureTable;
  const planned = rows.flatMap((row) => {
    if (context.inPage === true && row.onlyHttp === true) return [];
    const because = reasonFor(row.when, model, context);
    return because === undefined ? [] : [{ row, because }];
  });
  checkServices(planned.map(({ row }) => row));
  return planned.map(({ because, row }) => plannedFeature(row, { ...context, because }));
}

/** A feature by the module that brings it. */
export function plannedFeature(
  { inPage: pageModule, interpreting, name, onNode, printed }: FeatureRow,
  {
    because,
    inPage,
    interpretsRaw,
    platform,
  }: Pick<PlanContext, 'inPage' | 'interpretsRaw' | 'platform'> & Pick<PlannedFeature, 'because'>,
): PlannedFeature {
  const ofPlatform = platform === 'node' ? onNode : inPage === true ? pageModule : undefined;
  const chosen = (interpretsRaw === true ? interpreting : undefined) ?? ofPlatform;
  const module = printed ?? chosen ?? `@service/sdk/features/${name}`;
  return { name, exportName: exportNameOf(name), module, because };
}

/** Clients of a page come with it: older ones have no way to it. */
const oldestInPage = '2025-11-25';

export function planRevisions(model: CompiledModel, { inPage = false, others = [] }: Partial<PlanContext> = {}): PlannedFeature[] {
  return Object.entries(revisionRules).flatMap(([date, rule]) => {
    if (inPage && date < oldestInPage) return [];
    const because = reasonFor(rule, model, { platform: 'neutral', others });
    const module = `@service/sdk/revisions/${date}`;
    return because === undefined ? [] : [{ name: date, exportName: `revision${date.replaceAll('-', '')}`, module, because }];
  });
}
