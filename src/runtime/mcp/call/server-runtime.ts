import type { Container } from '../../container/index.ts';
import type { ChangeBus } from '../../entries/changes.ts';
import type { Registry } from '../../entries/registry.ts';
import type { ServerModel } from '../../model/index.ts';
import type { Logger } from '../../std/logger.ts';

/** Everything built once for one server: every transport, session and request shares it. */
export interface ServerRuntime {
  readonly model: ServerModel;
  readonly registry: Registry;
  readonly container: Container;
  readonly changes: ChangeBus;
  readonly logger: Logger;
  /** Disposes providers and stops adapters; running calls have ended before. */
  close(): Promise<void>;
}
