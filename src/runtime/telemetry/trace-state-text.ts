import type { TraceState } from '@opentelemetry/api';

/** `tracestate` as it came: other makers' members are handed on, never changed. */
export class TraceStateText implements TraceState {
  readonly #members: readonly (readonly [string, string])[];

  constructor(text: string | readonly (readonly [string, string])[]) {
    this.#members = typeof text === 'string' ? text.split(',').flatMap(memberOf) : text;
  }

  get(key: string): string | undefined {
    return this.#members.find(([name]) => name === key)?.[1];
  }
  set(key: string, value: string): TraceState {
    return new TraceStateText([[key, value], ...this.#without(key)]);
  }
  unset(key: string): TraceState {
    return new TraceStateText(this.#without(key));
  }
  serialize(): string {
    return this.#members.map(([key, value]) => `${key}=${value}`).join(',');
  }

  #without(key: string): readonly (readonly [string, string])[] {
    return this.#members.filter(([name]) => name !== key);
  }
}

function memberOf(text: string): (readonly [string, string])[] {
  const at = text.indexOf('=');
  return at <= 0 ? [] : [[text.slice(0, at).trim(), text.slice(at + 1).trim()]];
}
