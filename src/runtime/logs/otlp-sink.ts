import type { LogRecord } from '../std/index.ts';

/** Size of a batch, and milliseconds until an incomplete one is sent. */
const batch = { max: 100, waitMs: 1000 };
/** Records kept while the collector is slow; newer ones are dropped. */
const maxWaiting = 2000;
const timeoutMs = 10_000;

/** Severity numbers of the OpenTelemetry log data model. */
const severities: Readonly<Record<LogRecord['level'], number>> = { debug: 5, verbose: 7, info: 9, warn: 13, error: 17 };

/** Sends records to a collector as OTLP over HTTP with JSON (opentelemetry-proto, `/v1/logs`). */
export class OtlpSink {
  readonly #to: { readonly endpoint: string; readonly headers?: Readonly<Record<string, string>> };
  readonly #resource: object;
  #waiting: LogRecord[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> = Promise.resolve();

  constructor(
    to: { readonly endpoint: string; readonly headers?: Readonly<Record<string, string>> },
    server: { name: string; version: string },
  ) {
    this.#to = to;
    this.#resource = { attributes: attributesOf({ 'service.name': server.name, 'service.version': server.version }) };
  }

  take(record: LogRecord): void {
    if (this.#waiting.length >= maxWaiting) return;
    this.#waiting.push(record);
    if (this.#waiting.length >= batch.max) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), batch.waitMs);
  }

  /** Sends the waiting records after earlier batches. Never rejects: a collector that is down loses records and stops nothing. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const records = this.#waiting.splice(0);
    if (records.length > 0) this.#sending = this.#sending.then(() => this.#send(records));
    return this.#sending;
  }

  async #send(records: readonly LogRecord[]): Promise<void> {
    const scopeLogs = [{ scope: { name: '@service/sdk' }, logRecords: records.map(toOtlp) }];
    try {
      const answer = await fetch(this.#to.endpoint, {
        method: 'POST',
        headers: { ...this.#to.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ resourceLogs: [{ resource: this.#resource, scopeLogs }] }),
        // Records and the collector's key are for this address only, so redirects are not followed.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await answer.body?.cancel();
    } catch {
      // A failing collector stops nothing: see flush.
    }
  }
}

function toOtlp({ fields: given, level, message, name, time }: LogRecord): object {
  const { trace_id: traceId, span_id: spanId, ...others } = given;
  // An author may log other values under these names; an id of another form would make the collector refuse the whole batch.
  const known = isHex(traceId, 32) && isHex(spanId, 16);
  const fields = known ? others : given;
  return {
    timeUnixNano: `${time.getTime()}000000`,
    severityNumber: severities[level],
    severityText: level.toUpperCase(),
    body: { stringValue: message },
    attributes: attributesOf(name === '' ? fields : { ...fields, logger: name }),
    ...(known ? { traceId, spanId } : {}),
  };
}

const isHex = (value: unknown, length: number): boolean =>
  typeof value === 'string' && value.length === length && /^[\da-f]+$/.test(value) && /[^0]/.test(value);

const attributesOf = (fields: Readonly<Record<string, unknown>>): object[] =>
  Object.entries(fields).map(([key, value]) => ({ key, value: attributeValue(value) }));

function attributeValue(value: unknown): object {
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return { doubleValue: value };
  return { stringValue: typeof value === 'string' ? value : (JSON.stringify(value) ?? '') };
}
