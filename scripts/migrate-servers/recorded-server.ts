/** One request of a recording. */
export type Recorded =
  | readonly ['tool', name: string, args?: Readonly<Record<string, unknown>>]
  | readonly ['prompt', name: string, args?: Readonly<Record<string, string>>]
  | readonly ['resource', uri: string]
  | readonly ['list', kind: 'tools' | 'prompts' | 'resources' | 'templates'];

/** A public server, how it is started and what it is asked. */
export interface RecordedServer {
  readonly name: string;
  /** Relative to `tools/authors/node_modules`; what `service migrate` is given. */
  readonly source: string;
  /** Its program, when that is not `source`. */
  readonly program?: string;
  readonly transport: 'stdio' | 'http';
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Written into its working folder before it starts; `{folder}` in arguments, variables and calls is that folder. */
  readonly files?: Readonly<Record<string, string>>;
  readonly calls: readonly Recorded[];
  /** Names of entries that differ by chance or time: only the shape of the answer is compared. */
  readonly random?: readonly string[];
}
