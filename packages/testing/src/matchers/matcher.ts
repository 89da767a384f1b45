import { isJsonObject } from '@service/sdk/model';
import { inspect } from 'node:util';

/** Verdict of a matcher; `message` describes the failure, with `.not` or without. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** One expectation in words. */
export interface Finding {
  readonly pass: boolean;
  /** As in "Expected the tools to contain add". */
  readonly expected: string;
  /** The same with `.not`. */
  readonly expectedNot: string;
  readonly received: string;
}

export const found = ({ expected, expectedNot, pass, received }: Finding): MatcherResult => ({
  pass,
  message: () => `${pass ? expectedNot : expected}\nReceived: ${received}`,
});

export const print = (value: unknown): string => inspect(value, { depth: 6, breakLength: 100 });

/** The names of listed entries, for messages. */
export const printList = (names: readonly string[]): string => (names.length === 0 ? 'an empty list' : names.join(', '));

/** @throws {TypeError} for anything but a list of entries */
export function entriesOf(received: unknown, from: string): readonly Record<string, unknown>[] {
  if (Array.isArray(received) && received.every(isJsonObject)) return received;
  throw new TypeError(`Expected the result of ${from}.\nReceived: ${print(received)}`);
}
