/* The command line that `service build --target cli` generates of a server. Only bundles of that target carry this folder. */
import type { HostedServer, HostSettings } from '../hosts/host.ts';

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

export interface SignInSettings {
  /** Issuer of the tokens; without it the server of the session names its own. */
  readonly serverUrl?: string;
  /** Without it the program registers itself (RFC 7591). */
  readonly clientId?: string;
  readonly defaultScope?: string;
  /** First and last loopback port that the browser may be sent back to. */
  readonly portRange?: readonly number[];
}

export type OutputFormat = 'text' | 'json';

export interface CommandLineServer extends HostedServer {
  readonly settings: HostSettings & { readonly commandLine?: CommandLineSettings };
}
