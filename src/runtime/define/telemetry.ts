/** Attributes of a span: name to text, number or boolean; undefined ones are left out. */
export type TelemetryAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A span as OpenTelemetry has it, as far as handlers need one. */
export interface TelemetrySpan {
  /** Sets one attribute. */
  setAttribute(name: string, value: string | number | boolean): unknown;
  /** Adds something that happened. */
  addEvent(name: string, attributes?: TelemetryAttributes): unknown;
  /** Adds an error to the span. */
  recordException(error: Error | string): void;
  /** Ends the span. */
  end(): void;
}

/** `this.telemetry`: the trace that a call belongs to. Comes with the server option `observability`. */
export interface Telemetry {
  /** Of the whole trace, for logs; `undefined` when nothing traces the call. */
  readonly traceId: string | undefined;
  /** A span within the call; the caller must end it. */
  startSpan(name: string, attributes?: TelemetryAttributes): TelemetrySpan;
  /** Runs `work` within a span that ends with it. What `work` throws is recorded and thrown on. */
  withSpan<T>(name: string, work: (span: TelemetrySpan) => T, attributes?: TelemetryAttributes): T;
  /** Something that happened, on the span of the call. */
  addEvent(name: string, attributes?: TelemetryAttributes): void;
  /** On the span of the call. */
  setAttributes(attributes: TelemetryAttributes): void;
}
