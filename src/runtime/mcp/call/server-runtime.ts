import type { Container } from '../../container/index.ts';
import type { DeclaredOptions, RuntimeEnvironment } from '../../define/index.ts';
import type { ChangeBus, Registry } from '../../entries/index.ts';
import type { ServerModel } from '../../model/index.ts';
import type { Plugins } from '../../plugins/index.ts';
import type { Clock, Logger } from '../../std/index.ts';
import type { CallPipeline } from './call-pipeline.ts';

/** Everything built once for one server: every transport, session and request shares it. */
export interface ServerRuntime {
  readonly model: ServerModel;
  /** The server decorator's argument as written. Its types were checked, at build or before this was made. */
  readonly declared: DeclaredOptions;
  readonly registry: Registry;
  readonly container: Container;
  /** Absent on servers without plugins. */
  readonly plugins?: Plugins | undefined;
  readonly changes: ChangeBus;
  readonly logger: Logger;
  readonly environment: RuntimeEnvironment;
  readonly now: Clock;
  /** Stages that features add around calls; complete before the first request. */
  readonly pipeline: CallPipeline;
  /** Disposes providers and stops plugins; running calls have ended before. */
  close(): Promise<void>;
}
