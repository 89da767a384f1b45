import type { Json } from '@service/sdk/model';
import type { CompileCache } from '../compiler/index.ts';
import type { Diagnostic } from '../compiler/diagnostics/index.ts';
import type { ExitCodeName } from './exit-codes.ts';
import type { Output } from './output.ts';

/** Input of a command. It reads nothing else of the process, so tests and the shell see the same behaviour. */
export interface CommandCall {
  readonly arguments: readonly string[];
  readonly flags: Flags;
  /** Absolute folder the command works in. */
  readonly cwd: string;
  /** That of the process, when it is the call's own: what a command sets here its child processes inherit. */
  readonly env: Record<string, string | undefined>;
  readonly stdin: CommandInput;
  readonly output: Output;
  /** Aborted by Ctrl-C, SIGTERM and SIGHUP; a command that holds something cleans up and returns. */
  readonly signal: AbortSignal;
  /** Shared by the calls of a process that makes several. Default: a call keeps none. */
  readonly compileCache?: CompileCache;
}

/** A pipe, a file, or a terminal, which has the optional members. */
export type CommandInput = NodeJS.ReadableStream & {
  readonly isTTY?: boolean;
  readonly setRawMode?: (mode: boolean) => unknown;
};

/** Result of a command: printed once, as text or as one JSON document. */
export interface CommandOutcome {
  readonly exit: ExitCodeName;
  /** `data` of the JSON document. */
  readonly data: Json;
  readonly diagnostics?: readonly Diagnostic[];
  /** Source text by project-relative path, for code frames. */
  readonly sources?: ReadonlyMap<string, string>;
  /** Absolute folder that the files of the findings are relative to. */
  readonly projectRoot?: string | undefined;
  /** Text by value of `--format`, for a command whose result is not its findings. */
  readonly formatted?: Readonly<Record<string, string>>;
  /** What a person reads on stdout. */
  readonly text?: string;
}

export type Command = (call: CommandCall) => Promise<CommandOutcome>;
/** Flags of one call, read by name. A flag that was not typed is `undefined`: defaults belong to the code that knows their origin. */
export class Flags {
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = values;
  }

  has(name: string): boolean {
    return this.#values[name] !== undefined;
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === 'string' ? value : undefined;
  }

  switch(name: string): boolean {
    return this.#values[name] === true;
  }

  list(name: string): readonly string[] {
    const value = this.#values[name];
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  }
}
