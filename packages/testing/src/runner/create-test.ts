import { AsyncLocalStorage } from 'node:async_hooks';
import { TestClientError } from '../errors.ts';
import { Perf, type PerfLimits } from '../perf/perf.ts';
import type { UseOptions } from '../servers/server-options.ts';
import { limits } from '../texts.ts';
import { rowTitle } from './row-title.ts';
import { runTest, type AroundBody, type FixtureFunction, type Fixtures } from './run-test.ts';
import { findRunner, type RunnerHookBody, type TestRunner } from './runner.ts';
import { Scope } from './scope.ts';

type Body = (fixtures: Fixtures) => unknown;
type PerfBody = (fixtures: Fixtures, perf: Perf) => unknown;
// In brackets, because rows of several types are one body's, not one of several bodies'.
type RowBody<Row> = [Row] extends [readonly unknown[]]
  ? (fixtures: Fixtures, ...row: Row) => unknown
  : (fixtures: Fixtures, row: Row) => unknown;
type RowBlock<Row> = [Row] extends [readonly unknown[]] ? (...row: Row) => void : (row: Row) => void;
type AddRows<Row> = (name: string, body: RowBody<Row>, timeoutMs?: number) => void;
type AddBlocks<Row> = (name: string, body: RowBlock<Row>) => void;
/** Makes TypeScript read `[1, 'a']` as a tuple. */
type Tuple = readonly unknown[] | readonly [unknown];
/** A hook: with a parameter it is given the fixtures, without one it is the runner's own. */
type EachHook = (body: (fixtures: Fixtures) => unknown) => void;

/** A block of tests, as the runner has it. */
export interface Describe {
  (name: string, body: () => void): void;
  /** A block that runs alone in its file. */
  only(name: string, body: () => void): void;
  /** A block that is left out. */
  skip(name: string, body: () => void): void;
  /** A block for each row of a table. */
  each<Row extends Tuple>(table: readonly Row[]): AddBlocks<Row>;
  each<Row>(table: readonly Row[]): AddBlocks<Row>;
}

/** `test`, with the fixtures of the server under test. */
export interface Test {
  (name: string, body: Body, timeoutMs?: number): void;
  /** A test that runs alone in its file. */
  only(name: string, body: Body, timeoutMs?: number): void;
  /** Leaves out a test; with a condition, the tests that follow in the block when it holds. The reason stands behind their names. */
  skip(name: string, body: Body): void;
  skip(condition: boolean, reason?: string): void;
  /** A test that is to be written. */
  todo(name: string): void;
  /** A test for each row of a table. */
  each<Row extends Tuple>(table: readonly Row[]): AddRows<Row>;
  each<Row>(table: readonly Row[]): AddRows<Row>;
  /** Blocks of tests. */
  readonly describe: Describe;
  /** A test whose body is measured and held to limits; exported as `perfTest`. */
  readonly perf: (name: string, limits: PerfLimits, body: PerfBody) => void;
  /** Options of the file, or of the `describe` block that it stands in. */
  use(options: UseOptions): void;
  /** Runs before each test; with a parameter it gets the fixtures. */
  readonly beforeEach: EachHook;
  /** Runs after each test; with a parameter it gets the fixtures. */
  readonly afterEach: EachHook;
  /** The runner's own, without fixtures; runs before the server starts. */
  beforeAll(body: RunnerHookBody, timeoutMs?: number): void;
  /** The runner's own, without fixtures. */
  afterAll(body: RunnerHookBody, timeoutMs?: number): void;
}

type Kind = 'plain' | 'only' | 'skip';

/**
 * `test` on a runner of your own; the exported `test` finds jest, vitest with globals, and the runner of Node by itself.
 * @example
 * import * as vitest from 'vitest';
 * const test = createTest(() => vitest);
 */
export function createTest(runner: () => TestRunner = findRunner): Test {
  const file = new TestFile(runner);
  const add =
    (kind: Kind) =>
    (name: string, body: Body, timeoutMs?: number): void =>
      file.add(kind, { name, body, row: [], timeoutMs });
  return Object.assign(add('plain'), {
    only: add('only'),
    skip: (first: string | boolean, second?: Body | string): void => {
      if (typeof first === 'boolean') file.skipRest(first, typeof second === 'string' ? second : '');
      else add('skip')(first, typeof second === 'function' ? second : () => undefined);
    },
    todo: (name: string) => file.todo(name),
    each:
      <Row>(table: readonly Row[]) =>
      (name: string, body: RowBody<Row>, timeoutMs?: number): void =>
        table.forEach((item, index) => {
          const row = asRow(item);
          file.add('plain', { name: rowTitle(name, row, index), body: body as FixtureFunction, row, timeoutMs });
        }),
    describe: createDescribe(file),
    perf: (name: string, given: PerfLimits, body: PerfBody): void => {
      const perf = new Perf(name, given);
      file.add('plain', { name, body, row: [perf], timeoutMs: given.timeoutMs, around: (run, serverPid) => perf.run(run, serverPid) });
    },
    use: (options: UseOptions) => file.use(options),
    beforeEach: (body: Body) => file.hook('beforeEach', body),
    afterEach: (body: Body) => file.hook('afterEach', body),
    beforeAll: (body: RunnerHookBody, timeoutMs?: number) => file.ownHook('beforeAll', body, timeoutMs),
    afterAll: (body: RunnerHookBody, timeoutMs?: number) => file.ownHook('afterAll', body, timeoutMs),
  });
}

function createDescribe(file: TestFile): Describe {
  const add =
    (kind: Kind) =>
    (name: string, body: () => void): void =>
      file.block(kind, name, body);
  return Object.assign(add('plain'), {
    only: add('only'),
    skip: add('skip'),
    each:
      <Row>(table: readonly Row[]) =>
      (name: string, body: RowBlock<Row>): void =>
        table.forEach((item, index) => {
          const row = asRow(item);
          file.block('plain', rowTitle(name, row, index), () => (body as (...row: unknown[]) => void)(...row));
        }),
  });
}

interface AddedTest {
  readonly name: string;
  readonly body: FixtureFunction;
  readonly row: readonly unknown[];
  readonly timeoutMs: number | undefined;
  readonly around?: AroundBody;
}

/** Declarations of a spec file, block by block, handed to the runner. */
class TestFile {
  readonly #find: () => TestRunner;
  #found: TestRunner | undefined;
  #scope: Scope<Fixtures> | undefined;

  constructor(find: () => TestRunner) {
    this.#find = find;
  }

  /** The block that is being declared. */
  get scope(): Scope<Fixtures> {
    this.#scope ??= this.#enter(undefined);
    return this.#scope;
  }

  add(kind: Kind, { around, body, name, row, timeoutMs }: AddedTest): void {
    const { scope } = this;
    const { test } = this.#runner;
    const run = (): Promise<void> => runningTest.run(name, () => runTest({ scope, body, row, around }));
    const { skipReason } = scope;
    if (kind === 'skip' || skipReason !== undefined) test.skip(skipReason ? `${name} (${skipReason})` : name, run);
    else if (kind === 'only') test.only(name, run, timeoutMs);
    else test(name, run, timeoutMs);
  }

  todo(name: string): void {
    void this.scope;
    this.#runner.test.todo(name);
  }

  skipRest(condition: boolean, reason: string): void {
    if (!condition) return;
    assertDeclaring('test.skip(condition)');
    this.scope.skipReason = reason;
  }

  use(options: UseOptions): void {
    assertDeclaring('test.use()');
    this.scope.use(options);
  }

  block(kind: Kind, name: string, body: () => void): void {
    const outer = this.scope;
    const { describe } = this.#runner;
    const declare = kind === 'plain' ? describe : describe[kind];
    declare(name, () => {
      this.#scope = this.#enter(outer);
      try {
        body();
      } finally {
        this.#scope = outer;
      }
    });
  }

  hook(kind: 'beforeEach' | 'afterEach', body: Body): void {
    if (body.length > 0) this.scope[kind].push(body);
    else this.ownHook(kind, body as RunnerHookBody);
  }

  ownHook(kind: 'beforeAll' | 'afterAll' | 'beforeEach' | 'afterEach', body: RunnerHookBody, timeoutMs?: number): void {
    void this.scope;
    this.#runner[kind](body, timeoutMs);
  }

  get #runner(): TestRunner {
    this.#found ??= this.#find();
    if (typeof this.#found.test !== 'function') throw new TestClientError('createTest() needs the functions of a test runner.');
    return this.#found;
  }

  /** A block whose server ends with it. */
  #enter(parent: Scope<Fixtures> | undefined): Scope<Fixtures> {
    const scope = new Scope(parent);
    this.#runner.afterAll(() => scope.stop(), limits.testTimeoutMs);
    return scope;
  }
}

/** The name of the test that runs. */
const runningTest = new AsyncLocalStorage<string>();

/** The runner has every test before it runs the first: what comes later would have no effect. */
function assertDeclaring(call: string): void {
  const running = runningTest.getStore();
  if (running !== undefined)
    throw new TestClientError(`${call} has no effect inside of a test (${running}). Call it in the file or in a test.describe block.`);
}

const asRow = (item: unknown): readonly unknown[] => (Array.isArray(item) ? item : [item]);
