import type { Flag, Globals } from '../arguments/flag.ts';
import type { Client } from '../../client/client.ts';
import type { ArgumentRow, NamedRow } from '../../terminal/index.ts';
import type { Terminal } from '../output/terminal.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { CommandLineSettings, OutputFormat } from '../settings.ts';
import type { JsonObject, JsonSchema, PromptModel, ResourceModel, ResourceTemplateModel } from '../../model/index.ts';

/** What is known of the program before anything is started. */
export interface Program {
  readonly name: string;
  readonly version: string;
  readonly settings: CommandLineSettings;
  /** What the build knows of the server; undefined when lists are decided where it runs. */
  readonly listed?: Listed | undefined;
}

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: JsonSchema;
  readonly examples?: readonly { readonly description: string; readonly input: JsonObject }[];
}

export interface Listed {
  readonly tools: readonly ListedTool[];
  readonly resources: readonly Pick<ResourceModel, 'name' | 'uri' | 'title' | 'description'>[];
  readonly resourceTemplates: readonly Pick<ResourceTemplateModel, 'name' | 'uriTemplate' | 'title' | 'description'>[];
  readonly prompts: readonly Pick<PromptModel, 'name' | 'arguments' | 'title' | 'description'>[];
}

/** What the process gives to commands. */
export interface Host {
  readonly terminal: Terminal;
  readonly store: SessionStore;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Opens the server of the current session, in process or elsewhere. */
  readonly open: (program: Program, globals: Globals) => Promise<Client>;
  /** Serves in this process until a signal stops it. */
  readonly serve: (options: { readonly port?: number; readonly stdio: boolean; readonly globals: Globals }) => Promise<void>;
  /** Shows a page in the person's browser. Absent under CI. */
  readonly openBrowser?: ((url: string) => void) | undefined;
  /** What the program finds wrong around it; each line is one finding. */
  readonly examine: (globals: Globals) => Promise<readonly Finding[]>;
}

export interface Finding {
  readonly ok: boolean;
  readonly text: string;
  readonly hint?: string | undefined;
}

/** One run of a command. */
export interface CommandCall {
  readonly program: Program;
  readonly host: Host;
  readonly globals: Globals;
  readonly format: OutputFormat;
  readonly values: JsonObject;
  readonly positionals: readonly string[];
  readonly signal: AbortSignal;
  /** The server of the session, opened when it is first asked for and closed after the command. */
  readonly client: () => Promise<Client>;
  /** What the server has: known from the build, else asked. */
  readonly listed: () => Promise<Listed>;
  /** Prints a result: as it is for programs, in words for people. */
  readonly print: (data: JsonObject, text: string) => void;
}

/** A command of the program's own. */
export interface OwnCommand extends NamedRow {
  readonly arguments?: readonly ArgumentRow[];
  readonly flags?: readonly Flag[];
  /** Flags that depend on what the first argument names. */
  readonly flagsOf?: (name: string, listed: Listed) => readonly Flag[];
  readonly examples?: readonly string[];
  /** @returns the exit code */
  readonly run: (call: CommandCall) => Promise<number>;
}
