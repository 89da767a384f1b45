import type { LogRecord, LogFields } from '../std/logger.ts';

/** One place that log records go to. */
export type LogSinkOption =
  | 'console'
  | 'stdout'
  | {
      /** Kind of the sink: the console, on stderr under stdio. */
      readonly type: 'console' | 'stdout';
    }
  | {
      /** Kind of the sink: a function. */
      readonly type: 'callback';
      /** Takes one record. */
      readonly callback: (record: LogRecord) => void | Promise<void>;
    }
  | {
      /** Kind of the sink: a logger of winston. */
      readonly type: 'winston';
      /** The logger. */
      readonly logger: {
        /** Writes one record. */
        log(level: string, message: string, fields: LogFields): unknown;
      };
    }
  | {
      /** Kind of the sink: a logger of pino. */
      readonly type: 'pino';
      /** The logger. */
      readonly logger: Readonly<Record<'debug' | 'info' | 'warn' | 'error', (fields: LogFields, message: string) => unknown>>;
    }
  | {
      /** Kind of the sink: an OpenTelemetry collector. */
      readonly type: 'otlp';
      /** Address of the collector's `/v1/logs`. */
      readonly endpoint: string;
      /** Further headers of each request, such as a key. */
      readonly headers?: Readonly<Record<string, string>>;
    };

/** One JSON-RPC request that has been answered. */
export interface RequestLog {
  /** Id of the JSON-RPC request. */
  readonly requestId: string;
  /** Method of the JSON-RPC request. */
  readonly method: string;
  /** The component that failed, if any. */
  readonly component?: {
    /** Kind of the component: `tool`, `resource`, `resource-template` or `prompt`. */
    readonly type: string;
    /** Id of the component in the model. */
    readonly key: string;
    /** Name that clients use. */
    readonly name: string;
  };
  /** Protocol revision of the wire. */
  readonly revision: string;
  /** When the request began. */
  readonly startedAt: Date;
  /** Milliseconds until the answer. */
  readonly durationMs: number;
  /** `failed` is a result with `isError`. */
  readonly outcome: 'ok' | 'failed' | 'error';
  /** Code of a JSON-RPC error. */
  readonly errorCode?: number;
  /** The caller, if known. */
  readonly subject?: string;
}

/** Logs, traces and metrics of requests and calls. */
export interface ObservabilityOptions {
  /** OpenTelemetry spans; none without it, unless `observability` is true. */
  readonly tracing?:
    | boolean
    | {
        /** A span for each HTTP request. @default true */
        readonly httpSpans?: boolean;
        /** A span for each JSON-RPC request and each tool that another entry calls. @default true */
        readonly executionSpans?: boolean;
        /** A span for each plugin hook around a call. @default false */
        readonly hookSpans?: boolean;
        /** A span for each this.fetch. @default true */
        readonly fetchSpans?: boolean;
        /** Spans for parsing, executing and checking a tool call. @default false */
        readonly flowStageSpans?: boolean;
        /** A span for what the endpoint does with a request. @default false */
        readonly transportSpans?: boolean;
        /** A span for naming the caller. @default true */
        readonly authSpans?: boolean;
        /** A span for each HTTP request of the authorization server. @default true */
        readonly oauthSpans?: boolean;
        /** A span for each question to the client. @default true */
        readonly elicitationSpans?: boolean;
        /** Say at start what is traced. @default true */
        readonly startupReport?: boolean;
      };
  /** Content and destination of log records; true for the console. */
  readonly logging?:
    | boolean
    | {
        /** Names of members whose value is left out, beside those that always are. */
        readonly redactFields?: readonly string[];
        /** Log the stacks of errors. @default true */
        readonly includeStacks?: boolean;
        /** Destinations in place of the console: console, stdout, { type: callback | winston | pino | otlp, … }. @rule sinks */
        readonly sinks?: readonly LogSinkOption[];
      };
  /** Log lines for JSON-RPC requests; true logs one for each. */
  readonly requestLogs?:
    | boolean
    | {
        /** Called with each request that has been answered. */
        readonly onRequestComplete?: (request: RequestLog) => void | Promise<void>;
      };
}
