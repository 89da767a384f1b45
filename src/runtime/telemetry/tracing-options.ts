import { asksForTracing } from '../options/asks-for-tracing.ts';
import { observabilityTracingDefaults } from '../options/generated.ts';
import { valueAt } from '../options/value-at.ts';

/** `observability.tracing`: which kinds of span there are. */
export interface TracingOptions {
  /** One for each HTTP request. */
  readonly httpSpans: boolean;
  /** One for each JSON-RPC request and each tool that another entry calls. */
  readonly executionSpans: boolean;
  /** One for each plugin hook around a call. */
  readonly hookSpans: boolean;
  /** One for each `this.fetch`. */
  readonly fetchSpans: boolean;
  /** Parsing, executing and checking of a tool call. */
  readonly flowStageSpans: boolean;
  /** What the endpoint does with a request whose caller is known. */
  readonly transportSpans: boolean;
  /** Naming the caller of a request. */
  readonly authSpans: boolean;
  /** HTTP requests of the authorization server. */
  readonly oauthSpans: boolean;
  /** One for each question to the client. */
  readonly elicitationSpans: boolean;
  /** Whether the start is told what is traced. */
  readonly startupReport: boolean;
}

/** The option as given, `undefined` when nothing is traced. Forms were checked with the other options. */
export function readTracing(observability: unknown): TracingOptions | undefined {
  if (!asksForTracing(observability)) return undefined;
  const given = valueAt(observability, 'tracing');
  const says = (name: keyof TracingOptions): boolean => {
    const value = valueAt(given, name);
    return typeof value === 'boolean' ? value : observabilityTracingDefaults[name];
  };
  return {
    httpSpans: says('httpSpans'),
    executionSpans: says('executionSpans'),
    hookSpans: says('hookSpans'),
    fetchSpans: says('fetchSpans'),
    flowStageSpans: says('flowStageSpans'),
    transportSpans: says('transportSpans'),
    authSpans: says('authSpans'),
    oauthSpans: says('oauthSpans'),
    elicitationSpans: says('elicitationSpans'),
    startupReport: says('startupReport'),
  };
}
