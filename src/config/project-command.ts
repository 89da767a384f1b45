/** Argument of a command of a project (`cli.commands` of the config). */
export interface ProjectCommandCall {
  /** By the names of the config; a variadic one is a list. */
  readonly arguments: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** By their long names, without dashes in front. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Working directory of the person. */
  readonly cwd: string;
  /** Folder of the config. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Default export of the module that `cli.commands.<name>.entry` names. Its result is printed: text as it is, anything else as JSON. */
export type ProjectCommand = (call: ProjectCommandCall) => unknown;
