import type { RuntimeEnvironment, AnyClass } from '../define/index.ts';
import type { HostCapabilities } from '../http/http-settings.ts';
import type { Environment, EnvironmentSource, Inspected } from '../options/env.ts';
import type { FeatureFactory } from '../features/application/feature.ts';
import type { RuntimeConstants } from '../mcp/assembly/assemble.ts';
import type { Revision } from '../mcp/protocol.ts';

/** A platform that runs servers. */
export interface Host<E extends Environment = Environment> {
  /** Reads the variables that the platform knows. */
  readonly inspect: (source: EnvironmentSource) => Inspected<E>;
  /** Where a server runs, as `availableWhen` sees it. */
  readonly describe: (environment: Environment) => RuntimeEnvironment;
  readonly capabilities: HostCapabilities;
}

/** Settings of the host that the compiler resolved. */
export interface HostSettings {
  readonly name: string;
  readonly version: string;
  readonly entryPath: string;
  /** Value of `--target`; absent where nothing was built. */
  readonly target?: string;
  readonly port: number;
  /** Variables from the project's configuration; those of the running process win. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Input of every host: the decorated class, and the features and revisions that a build (or `features/all`) chose for it. */
export interface HostedServer {
  readonly server: AnyClass;
  readonly constants: RuntimeConstants;
  readonly features: readonly FeatureFactory[];
  readonly revisions: readonly Revision[];
  readonly settings: HostSettings;
  /** Present where the bundle has a source map. */
  readonly mapStack?: (stack: string) => string;
}
