import type { RuntimeEnvironment } from '../define/index.ts';
import type { HostCapabilities } from '../http/host-capabilities.ts';
import type { Environment, EnvironmentSource, Inspected } from '../options/env.ts';

/** What sets one platform that runs servers apart from another. */
export interface Host<E extends Environment = Environment> {
  /** Reads the variables that mean something there. */
  readonly inspect: (source: EnvironmentSource) => Inspected<E>;
  /** Where a server runs, as `availableWhen` sees it. */
  readonly describe: (environment: Environment) => RuntimeEnvironment;
  readonly capabilities: HostCapabilities;
}
