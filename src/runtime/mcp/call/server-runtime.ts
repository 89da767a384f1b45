import type { Container } from '../../container/index.ts';
import type { RuntimeEnvironment } from '../../define/index.ts';
import type { ChangeBus, Registry } from '../../entries/index.ts';
import type { ServerModel } from '../../model/index.ts';
import type { Plugins } from '../../plugins/index.ts';
import type { Clock, Logger } from '../../std/index.ts';
import type { CallSurroundings } from './surroundings.ts';

/** Everything built once for one server: every transport, session and request shares it. */
export interface ServerRuntime {
  readonly model: ServerModel;
  /** The server decorator's argument as written: functions are found here, data in the model. */
  readonly declared: Readonly<Record<string, unknown>>;
  readonly registry: Registry;
  readonly container: Container;
  readonly plugins: Plugins;
  readonly changes: ChangeBus;
  readonly logger: Logger;
  readonly environment: RuntimeEnvironment;
  readonly now: Clock;
  /** What features put around calls; complete before the first request. */
  readonly surroundings: CallSurroundings;
  /** Disposes providers and stops plugins; running calls have ended before. */
  close(): Promise<void>;
}
