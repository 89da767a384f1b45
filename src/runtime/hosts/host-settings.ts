import type { AnyClass } from '../define/index.ts';
import type { FeatureFactory } from '../features/application/feature.ts';
import type { RuntimeConstants } from '../mcp/assembly/assembly.ts';
import type { Revision } from '../mcp/revisions/revision.ts';

/** What the compiler settled for the host. */
export interface HostSettings {
  readonly name: string;
  readonly version: string;
  readonly entryPath: string;
  readonly port: number;
  /** Variables from the project's configuration; one that is set where the server runs wins. */
  readonly variables: Readonly<Record<string, string>>;
}

/** What every host is given: the decorated class and what a build, or `features/all`, composed for it. */
export interface HostedServer {
  readonly server: AnyClass;
  readonly constants: RuntimeConstants;
  readonly features: readonly FeatureFactory[];
  readonly revisions: readonly Revision[];
  readonly settings: HostSettings;
}
