/* The command line that `service build --target cli` generates of a server. Only bundles of that target carry this folder. */
import type { HostedServer, HostSettings } from '../hosts/host.ts';
import type { SignInSettings } from '../hosts/sign-in/sign-in.ts';

/** `deployments[].cli` of the config. */
export interface CommandLineSettings {
  readonly description?: string;
  /** Default: `text`. */
  readonly outputDefault?: OutputFormat;
  /** Calls need a session that is signed in. */
  readonly authRequired?: boolean;
  /** Names of tools without a sub-command. */
  readonly excludeTools?: readonly string[];
  readonly oauth?: SignInSettings;
}

export type OutputFormat = 'text' | 'json';

export interface CommandLineServer extends HostedServer {
  readonly settings: HostSettings & { readonly commandLine?: CommandLineSettings };
}
