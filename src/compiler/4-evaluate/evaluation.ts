import type { ServerModel } from '@service/sdk/model';
import type { Diagnostic } from '../diagnostics/index.ts';
import type { DecidedAtStart } from '../model/compiled-model.ts';
import type { EnvironmentSources, VariableRead, Variants } from '../model/environment-sources.ts';
import type { ListedDeclaration } from '../model/declarations.ts';
import type { AwaitingModule } from '../model/top-level-await.ts';
import type { PreparedAdapters } from './child-report.ts';
import type { EvaluatedSite } from '../model/schemas.ts';
import type { ShownOptions } from '../model/shown-options.ts';
import type { Span } from '../model/span.ts';
import type { DefinitionsRequest } from './bundle-definitions.ts';
import type { OtherServer } from './listed-variants.ts';

export interface EvaluationRequest extends DefinitionsRequest {
  /** Milliseconds. */
  readonly timeoutMs: number;
  /** Where an entry was declared, by its id; for failures that belong to an entry and not to a line. */
  readonly spans: Readonly<Record<string, Span>>;
  /** Where an option is written, by the name of its declaration in messages and its path. */
  readonly spanOfOption: (label: string, path: string) => Span | undefined;
  /** What the sources show of the environment; asked when the definitions have read a variable. */
  readonly environmentOf: () => EnvironmentSources;
  /** What lists name, as the sources show it; asked when an item is undefined. */
  readonly listed: () => readonly ListedDeclaration[];
  /** What the options of the server may be in the branches that the sources show. */
  readonly shown: readonly ShownOptions[];
  /** Texts of variables that the config lists: the server is looked at with each combination. */
  readonly variants?: Variants | undefined;
  /** A project that is only looked at: definitions that need an unrestricted process are an error. */
  readonly alwaysIsolated?: boolean | undefined;
  readonly signal?: AbortSignal;
}

export interface Evaluation {
  readonly server?: ServerModel;
  /** What the server is where other variables are set. */
  readonly others?: readonly OtherServer[];
  /** What of it another start may say otherwise. */
  readonly decidedAtStart?: DecidedAtStart | undefined;
  /** Variables that the definitions read while they were loaded. */
  readonly environment?: readonly VariableRead[];
  /** Modules that await outside of functions. */
  readonly awaiting?: readonly AwaitingModule[];
  /** What a start says about options that have no effect. */
  readonly warnings?: readonly string[];
  /** What the adapters have prepared. */
  readonly prepared?: PreparedAdapters;
  /** Results for the requested schemas. */
  readonly sites?: readonly EvaluatedSite[];
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute paths of everything that was read. */
  readonly inputs: readonly string[];
}
