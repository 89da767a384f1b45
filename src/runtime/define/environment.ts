/** Where the server runs, as `availableWhen` sees it. The host knows; nothing below it asks the platform. */
export interface RuntimeEnvironment {
  readonly os: string;
  /** node, bun, deno, edge, browser. */
  readonly runtime: string;
  /** distributed, serverless, standalone, browser. */
  readonly deployment: string;
  readonly provider?: string;
  readonly target?: string;
  readonly surface: string;
  /** `NODE_ENV`. */
  readonly env: string;
}

/** True when texts and stacks of internal errors must stay inside. */
export const isProduction = (environment: RuntimeEnvironment): boolean => environment.env === 'production';

/** Used when the host says nothing: production, so that no internal text leaks by omission. */
export const unknownEnvironment: RuntimeEnvironment = {
  os: 'unknown',
  runtime: 'node',
  deployment: 'standalone',
  surface: 'mcp',
  env: 'production',
};
