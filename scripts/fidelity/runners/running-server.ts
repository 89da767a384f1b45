/** A server that answers HTTP. */
export interface RunningServer {
  /** Of the MCP endpoint, with its path. */
  readonly url: string;
  /** Everything that it has written to stdout and stderr. */
  output(): string;
  stop(): Promise<void>;
}

/** The server ended or failed before it listened. */
export class StartFailed extends Error {
  readonly output: string;
  constructor(output: string) {
    super(`The server did not start:\n${output}`);
    this.output = output;
  }
}

/** Of the MCP endpoint in every run. An uncompiled server would serve `/` otherwise. */
export const entryPath = '/mcp';

/**
 * Variables of every run. Secrets are fixed, so that nothing depends on a key that was made at start; files of logs are off, because the
 * worker has none.
 */
export const fixedVariables: Readonly<Record<string, string>> = {
  SERVICE_HTTP_ENTRY_PATH: entryPath,
  SERVICE_LOGS_MAX: '0',
  SERVICE_LOG_LEVEL: 'verbose',
  MCP_SESSION_SECRET: 'the session secret of all fidelity runs',
  JWT_SECRET: 'the token secret of all fidelity runs, 32 bytes',
};
