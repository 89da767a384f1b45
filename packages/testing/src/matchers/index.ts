import { AssertionError } from '../errors.ts';
import { contractMatchers, jsonRpcMatchers } from './json-rpc-matchers.ts';
import { listMatchers, resultMatchers } from './result-matchers.ts';
import type { MatcherResult } from './matcher.ts';
import { uiMatchers } from './ui-matchers.ts';

/**
 * Every matcher, as `expect.extend` of jest and vitest takes them.
 * @example
 * import { expect } from 'vitest';
 * expect.extend(matchers);
 */
export const matchers = { ...listMatchers, ...resultMatchers, ...jsonRpcMatchers, ...contractMatchers, ...uiMatchers } as const;

type Matchers = typeof matchers;
type Expected<K extends keyof Matchers> = Matchers[K] extends (received: unknown, ...expected: infer P) => MatcherResult ? P : never;

/** The matchers as members of `expect(value)`. */
export type McpMatchers<R = void> = { [K in keyof Matchers]: (...expected: Expected<K>) => R };

/** The matchers as functions: `assertions.toContainTool(tools, 'add')`. */
export type McpAssertions = { readonly [K in keyof Matchers]: (received: unknown, ...expected: Expected<K>) => void };

/**
 * The same checks for runners without `expect`; each throws an {@link AssertionError} with the matcher's message.
 * @example
 * import { assertions } from '@service/testing';
 * assertions.toContainTool(await client.tools.list(), 'add');
 * assertions.not.toBeError(await client.tools.call('add', { a: 1, b: 2 }));
 */
export const assertions: McpAssertions & { readonly not: McpAssertions } = {
  ...assertionsThat((pass) => pass),
  not: assertionsThat((pass) => !pass),
};

function assertionsThat(holds: (pass: boolean) => boolean): McpAssertions {
  const entries = Object.entries(matchers).map(([name, matcher]) => [
    name,
    (received: unknown, ...expected: never[]): void => {
      const { message, pass } = (matcher as (received: unknown, ...expected: never[]) => MatcherResult)(received, ...expected);
      if (!holds(pass)) throw new AssertionError(message());
    },
  ]);
  return Object.fromEntries(entries) as McpAssertions;
}
