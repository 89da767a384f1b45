import type { AsymmetricMatcher } from '../asymmetric.ts';
import { TestClientError } from '../errors.ts';
import { findJestGlobals } from '../runner/runner.ts';
import { assertions, matchers, type McpAssertions, type McpMatchers } from './index.ts';

/** The members of `expect(value)` that jest and vitest share, with ours. */
export interface Expectation<R = void> extends McpMatchers<R> {
  readonly not: Expectation<R>;
  readonly resolves: Expectation<Promise<void>>;
  readonly rejects: Expectation<Promise<void>>;
  toBe(expected: unknown): R;
  toEqual(expected: unknown): R;
  toStrictEqual(expected: unknown): R;
  toMatchObject(expected: object): R;
  toContain(expected: unknown): R;
  toContainEqual(expected: unknown): R;
  toHaveLength(expected: number): R;
  toHaveProperty(path: string | readonly string[], value?: unknown): R;
  toBeDefined(): R;
  toBeUndefined(): R;
  toBeNull(): R;
  toBeNaN(): R;
  toBeTruthy(): R;
  toBeFalsy(): R;
  toBeInstanceOf(expected: abstract new (...parameters: never[]) => unknown): R;
  toBeGreaterThan(expected: number | bigint): R;
  toBeGreaterThanOrEqual(expected: number | bigint): R;
  toBeLessThan(expected: number | bigint): R;
  toBeLessThanOrEqual(expected: number | bigint): R;
  toBeCloseTo(expected: number, digits?: number): R;
  toMatch(expected: string | RegExp): R;
  toThrow(expected?: unknown): R;
  toHaveBeenCalled(): R;
  toHaveBeenCalledTimes(expected: number): R;
  toHaveBeenCalledWith(...expected: readonly unknown[]): R;
  toMatchSnapshot(name?: string): R;
  toMatchInlineSnapshot(snapshot?: string): R;
}

/** `expect` as the runner has it, with our matchers. */
export interface Expect {
  (received: unknown): Expectation;
  assertions(count: number): void;
  hasAssertions(): void;
  extend(matchers: Readonly<Record<string, unknown>>): void;
  any(type: unknown): AsymmetricMatcher;
  anything(): AsymmetricMatcher;
  objectContaining(expected: object): AsymmetricMatcher;
  arrayContaining(expected: readonly unknown[]): AsymmetricMatcher;
  stringContaining(expected: string): AsymmetricMatcher;
  stringMatching(expected: string | RegExp): AsymmetricMatcher;
}

/** The runner's `expect`, extended; where it has none, one that knows our matchers alone. */
export function findExpect(): Expect {
  const own: unknown = Reflect.get(globalThis, 'expect') ?? Reflect.get(findJestGlobals() ?? {}, 'expect');
  const found = isExpect(own) ? own : plainExpect;
  if (!isExpect(found)) throw new TestClientError('expect() is not there.');
  found.extend(matchers);
  return found;
}

const isExpect = (value: unknown): value is Expect => typeof value === 'function' && 'extend' in value;

/** For the runner of Node. */
const plainExpect: unknown = Object.assign((received: unknown) => expectation(received, assertions), { extend: () => undefined });

function expectation(received: unknown, checks: McpAssertions): Expectation {
  return new Proxy({} as Expectation, {
    get: (_, name) => {
      if (name === 'not') return expectation(received, assertions.not);
      if (typeof name === 'string' && Object.hasOwn(matchers, name))
        return (...expected: never[]) => (checks[name as keyof McpAssertions] as (...parameters: unknown[]) => void)(received, ...expected);
      if (name === 'then') return undefined;
      throw new TestClientError(
        `expect(…).${String(name)} comes with jest or vitest. Under the runner of Node use node:assert for it; the matchers of @service/testing work.`,
      );
    },
  });
}
