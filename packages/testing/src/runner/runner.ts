import { createRequire } from 'node:module';
import { TestClientError } from '../errors.ts';

/** The functions of a test runner that `test` is built on; those of jest and vitest fit as they are. */
export interface TestRunner {
  readonly test: RunnerTest & { readonly only: RunnerTest; readonly skip: RunnerTest; readonly todo: (name: string) => unknown };
  readonly describe: RunnerDescribe & { readonly only: RunnerDescribe; readonly skip: RunnerDescribe };
  readonly beforeAll: RunnerHook;
  readonly afterAll: RunnerHook;
  readonly beforeEach: RunnerHook;
  readonly afterEach: RunnerHook;
}

type RunnerTest = (name: string, body: () => Promise<void>, timeoutMs?: number) => unknown;
type RunnerDescribe = (name: string, body: () => void) => unknown;
type RunnerHook = (body: RunnerHookBody, timeoutMs?: number) => unknown;
/** A runner takes a parameter for a callback of its own. */
export type RunnerHookBody = (...parameters: never[]) => unknown;

/** The runner of this process: what jest, or vitest with `globals`, put into the global object; else that of Node. */
export function findRunner(): TestRunner {
  const scopes: readonly unknown[] = [globalThis, findJestGlobals()];
  const found = scopes.find(isRunner);
  if (found !== undefined) return pickRunner(found);
  if (process.env['VITEST'] !== undefined) throw new TestClientError(noVitestGlobals);
  return nodeRunner();
}

const noVitestGlobals = 'vitest gives no globals here. Set `globals: true`, or make `test` with `createTest(() => vitest)`.';

const isRunner = (value: unknown): value is TestRunner =>
  typeof value === 'object' &&
  value !== null &&
  'describe' in value &&
  'test' in value &&
  'beforeAll' in value &&
  'afterEach' in value &&
  'expect' in value;

const pickRunner = ({ afterAll, afterEach, beforeAll, beforeEach, describe, test }: TestRunner): TestRunner => ({
  test,
  describe,
  beforeAll,
  afterAll,
  beforeEach,
  afterEach,
});

function nodeRunner(): TestRunner {
  const node = process.getBuiltinModule('node:test');
  const options = (timeoutMs: number | undefined): { timeout?: number } => (timeoutMs === undefined ? {} : { timeout: timeoutMs });
  const run = (name: string, body: () => Promise<void>, timeoutMs?: number): unknown => node.it(name, options(timeoutMs), () => body());
  const describe = (name: string, body: () => void): unknown => node.describe(name, body);
  return {
    test: Object.assign(run, {
      only: (name: string, body: () => Promise<void>): unknown => node.it.only(name, () => body()),
      skip: (name: string): unknown => node.it.skip(name),
      todo: (name: string): unknown => node.it.todo(name),
    }),
    describe: Object.assign(describe, {
      only: (name: string, body: () => void): unknown => node.describe.only(name, body),
      skip: (name: string, body: () => void): unknown => node.describe.skip(name, body),
    }),
    beforeAll: (body) => node.before(hookOf(body)),
    afterAll: (body) => node.after(hookOf(body)),
    beforeEach: (body) => node.beforeEach(hookOf(body)),
    afterEach: (body) => node.afterEach(hookOf(body)),
  };
}

/** Node hands its hooks a context and a callback; ours take neither. */
const hookOf = (body: RunnerHookBody) => async (): Promise<void> => {
  await (body as () => unknown)();
};

/** The functions of jest where it puts none into the global object (`injectGlobals: false`); a module that only its own `require` knows. */
export function findJestGlobals(): object | undefined {
  if (process.env['JEST_WORKER_ID'] === undefined) return undefined;
  try {
    return createRequire(import.meta.url)('@jest/globals') as object;
  } catch {
    // vitest sets the variable too, and the module refuses to be loaded outside of jest.
    return undefined;
  }
}
