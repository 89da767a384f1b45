import type { CompiledModel } from './compiled-model.ts';
import type { SourceEdit } from './source-edit.ts';
import type { Target } from '../target.ts';

export interface PlannedFeature {
  readonly name: string;
  /** Why it is in, for the report. */
  readonly because: string;
  readonly module: string;
  readonly exportName: string;
}

/** What the host is told; plain data, part of the generated entry. */
export interface PlannedSettings {
  readonly name: string;
  readonly version: string;
  readonly entryPath: string;
  readonly port: number;
  /** `SERVICE_*` variables from `deployments[].server`; one that is set where the bundle runs wins. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Everything phase 7 needs: generated modules by name (`entry` is the first), what they stand for, and how to bundle. */
export interface BundlePlan {
  readonly root: string;
  readonly target: Target;
  readonly model: CompiledModel;
  readonly settings: PlannedSettings;
  readonly features: readonly PlannedFeature[];
  readonly revisions: readonly PlannedFeature[];
  readonly generated: Readonly<Record<string, string>>;
  readonly edits: readonly SourceEdit[];
}
