export interface Started {
  /** Folder with the script. */
  readonly folder: string;
  /** Absolute. */
  readonly script: string;
  /** Working folder, home and temporary folder of the process: what a start writes goes there. */
  readonly scratch: string;
  readonly entryPath: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
}

/** An answer with its time, or the last words of a process that gave none. */
export type StartAnswer =
  | { readonly kind: 'answered'; readonly milliseconds: number }
  | { readonly kind: 'ended'; readonly said: string }
  | { readonly kind: 'silent' };

/** Enough for a server that opens its stores, on a busy machine. */
export const answerLimitMs = 20_000;

/** How the check introduces itself. */
export const clientInfo = { name: 'service build', version: '1' } as const;

/** The variables of the evaluation, with empty folders in place of the user's own. */
export const startEnvironment = ({ environment, scratch }: Pick<Started, 'environment' | 'scratch'>): Record<string, string> => ({
  ...Object.fromEntries(['PATH', 'SystemRoot'].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
  HOME: scratch,
  TMPDIR: scratch,
  ...environment,
});

/** The line that names the failure; `otherwise` where nothing was said. */
export function lastWords(text: string, otherwise: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('Set SERVICE_LOG_LEVEL=') && !/^(?:at |Node\.js v)/.test(line));
  const failure = lines.find((line) => /(?:^|: )\w*Error\b/.test(line)) ?? lines.at(-1) ?? otherwise;
  return failure.replace(/\.$/, '');
}
