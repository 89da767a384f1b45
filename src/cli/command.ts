import type { Json } from '@service/sdk/model';
import type { Diagnostic } from '../compiler/diagnostics/index.ts';
import type { ExitCodeName } from './exit-codes.ts';
import type { Flags } from './flags.ts';
import type { Output } from './output.ts';

/** What a command is given. It reads nothing else of the process, so tests and the shell see the same behaviour. */
export interface CommandCall {
  readonly arguments: readonly string[];
  readonly flags: Flags;
  /** Absolute folder the command works in. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly output: Output;
  /** Aborted by Ctrl-C, SIGTERM and SIGHUP; a command that holds something cleans up and returns. */
  readonly signal: AbortSignal;
}

/** What a command leaves behind: printed once, as text or as one JSON document. */
export interface CommandOutcome {
  readonly exit: ExitCodeName;
  /** `data` of the JSON document. */
  readonly data: Json;
  readonly diagnostics?: readonly Diagnostic[];
  /** Source text by project-relative path, for code frames. */
  readonly sources?: ReadonlyMap<string, string>;
  /** Absolute folder that the files of the findings are relative to. */
  readonly projectRoot?: string;
  /** The outcome in the words of `--format`, for a command whose result is not its findings. */
  readonly formatted?: Readonly<Record<string, string>>;
  /** What a person reads on stdout. */
  readonly text?: string;
}

export type Command = (call: CommandCall) => Promise<CommandOutcome>;
