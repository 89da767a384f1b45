import type { Container } from '../../container/index.ts';
import type { DeclaredOptions, RuntimeEnvironment } from '../../define/index.ts';
import type { ChangeBus, Collected, EntryServices, ModelledServer, Registry } from '../../entries/index.ts';
import type { ServerModel } from '../../model/index.ts';
import type { LiveAdapter, PluginModules, Plugins } from '../../plugins/index.ts';
import type { KeptIndexes } from '../../search/index.ts';
import type { Clock, Logger } from '../../std/index.ts';
import type { CallPipeline } from './call-pipeline.ts';

/** Everything built once for one server: every transport, session and request shares it. */
export interface ServerRuntime {
  /**
   * Entries as they are now: only the feature `changing-entries` puts others in their place, with the registry. A request keeps those that it
   * began with.
   */
  model: ServerModel;
  registry: Registry;
  /** The server decorator's argument as written. Its types were checked, at build or before this was made. */
  readonly declared: DeclaredOptions;
  readonly container: Container;
  /** Absent on servers without plugins. */
  readonly plugins?: Plugins | undefined;
  readonly changes: ChangeBus;
  readonly logger: Logger;
  readonly environment: RuntimeEnvironment;
  readonly now: Clock;
  /** Stages that features add around calls; complete before the first request. */
  readonly pipeline: CallPipeline;
  /** What it was made of; the declarations only where it has providers, plugins, adapters or skills. */
  readonly assembled: Pick<ModelledServer, 'entries'> & {
    readonly collected?: Collected;
    readonly adapters?: readonly LiveAdapter[];
    readonly services: EntryServices;
    readonly pluginModules?: PluginModules;
    /** What the build has made for searches. */
    readonly keptIndexes: KeptIndexes;
  };
  /** Disposes providers and stops plugins; running calls have ended before. */
  close(): Promise<void>;
}
