/** Environment of the server, as `availableWhen` sees it. The host fills it in; nothing below the host asks the platform. */
export interface RuntimeEnvironment {
  /** Operating system, as `process.platform` names it; `unknown` in a worker. */
  readonly os: string;
  /** node, bun, deno, edge, browser. */
  readonly runtime: string;
  /** distributed, serverless, standalone, browser. */
  readonly deployment: string;
  /** Platform that the server runs on, where the host knows it. */
  readonly provider?: string;
  /** Build target, such as `node` or `worker`. */
  readonly target?: string;
  /** `mcp`, or `cli` for a command line. */
  readonly surface: string;
  /** `NODE_ENV`. */
  readonly env: string;
  /** Texts and stacks of internal failures may be told to callers: `NODE_ENV` is set, and not to `production`. */
  readonly tellsFailures?: boolean;
}

export const tellsFailures = (env: string | undefined): boolean => env !== undefined && env !== 'production';

export const isProduction = (environment: RuntimeEnvironment): boolean => environment.env === 'production';

/** Used when the host says nothing: production, so that no internal text leaks by omission. */
export const unknownEnvironment: RuntimeEnvironment = {
  os: 'unknown',
  runtime: 'node',
  deployment: 'standalone',
  surface: 'mcp',
  env: 'production',
};
