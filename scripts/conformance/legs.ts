/** What one leg counts, in checks. */
export interface LegNumbers {
  readonly passed: number;
  readonly failed: number;
  readonly warnings: number;
  readonly skipped: number;
}

const revisions = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];

/** Leg name → arguments of `conformance server`. */
export const legs: Readonly<Record<string, readonly string[]>> = {
  active: ['--suite', 'active'],
  all: ['--suite', 'all'],
  ...Object.fromEntries(revisions.map((revision) => [revision, ['--suite', 'all', '--spec-version', revision]])),
  'req-2025-11-25': ['--requirements', '2025-11-25'],
  'req-2026-07-28': ['--requirements', '2026-07-28'],
  // A worker: sessions in its isolate, or in a Durable Object each.
  'fetch:all': ['--suite', 'all'],
  'worker:all': ['--suite', 'all'],
  // Three instances behind nginx, their state in Redis.
  'distributed:all': ['--suite', 'all'],
  // Clients of 2026-07-28 need no sessions, so no store for them either.
  serverless_a: ['--suite', 'all', '--spec-version', '2026-07-28'],
  serverless_b: ['--suite', 'all', '--spec-version', '2026-07-28'],
  'serverless_a:all': ['--suite', 'all'],
  'serverless_b:all': ['--suite', 'all'],
};

/** A leg that runs against a function, in the runtime of its platform. */
export interface FunctionLeg {
  readonly target: 'serverless_a' | 'serverless_b';
  /** Sessions are in the store, for every instance. */
  readonly sharesSessions: boolean;
}

/** Undefined for legs of other hosts. */
export function functionLegOf(name: string): FunctionLeg | undefined {
  const target = (['serverless_a', 'serverless_b'] as const).find((one) => name.split(':')[0] === one);
  return target === undefined ? undefined : { target, sharesSessions: name !== 'serverless_a' };
}

/** The legs of `conformance authorization`, a revision of the protocol each; all of them are the leg `authorization` on the command line. */
export const authorizationLegs: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  revisions.map((revision) => [`authorization:${revision}`, ['--spec-version', revision]]),
);

/** The legs that a word of the command line stands for. */
export const legsNamed = (name: string): readonly string[] => (name === 'authorization' ? Object.keys(authorizationLegs) : [name]);

/** The leg in which the suite judges what `service generate client` writes. */
export const clientLeg = 'client';

export const allLegs = (): readonly string[] => [...Object.keys(legs), ...Object.keys(authorizationLegs), clientLeg];

/** The legs of `npm test`: of a function those that need no sessions, because the others take a minute. */
export const testedLegs = (): readonly string[] => allLegs().filter((name) => functionLegOf(name) === undefined || !name.endsWith(':all'));

/**
 * What fell behind the expectation. Skipped checks and vanished scenarios leave the suite's exit code at 0, so the numbers are compared:
 * fewer passes, or more of anything else, is worse.
 */
export function fallenBehind(found: LegNumbers, expected: LegNumbers | undefined): string | undefined {
  if (!expected) return 'has no row in fixtures/conformance/expected.json';
  const worse = [
    found.passed < expected.passed ? `passed ${found.passed}, expected ${expected.passed}` : '',
    ...(['failed', 'warnings', 'skipped'] as const).map((key) =>
      found[key] > expected[key] ? `${key} ${found[key]}, expected ${expected[key]}` : '',
    ),
  ].filter((text) => text !== '');
  return worse.length > 0 ? worse.join('; ') : undefined;
}
