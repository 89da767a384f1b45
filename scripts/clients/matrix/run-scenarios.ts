import type { ClientSession, Driver, DriverOptions } from './driver.ts';
import type { Scenario } from './scenarios.ts';

export interface ScenarioOutcome {
  readonly scenario: string;
  /** Absent when it passed. */
  readonly problem?: string;
}

/** Generous: some clients start a program for each call, and the machine may be busy. */
const limitMs = 180_000;

/** Connects one client and runs what applies to it; a client that cannot connect has failed the one scenario `connect`. */
export async function runScenarios(
  driver: Driver,
  options: DriverOptions,
  scenarios: readonly Scenario[],
): Promise<readonly ScenarioOutcome[]> {
  const connect = (): Promise<ClientSession> => driver.connect(options);
  const { answersQuestions: answering } = driver;
  const answersQuestions = typeof answering === 'function' ? answering(options.settings) : answering;
  let session: ClientSession;
  try {
    session = await withinLimit(connect());
  } catch (error) {
    return [{ scenario: 'connect', problem: problemText(error) }];
  }
  const outcomes: ScenarioOutcome[] = [{ scenario: 'connect' }];
  for (const { name, applies, run } of scenarios) {
    if (applies?.(session) === false) continue;
    try {
      await withinLimit(run(session, { connect, answersQuestions }));
      outcomes.push({ scenario: name });
    } catch (error) {
      outcomes.push({ scenario: name, problem: problemText(error) });
    }
  }
  await withinLimit(session.close()).catch(() => undefined);
  return outcomes;
}

const problemText = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(0, 1500);

function withinLimit<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`no answer within ${limitMs / 1000} s`)), limitMs);
    work.then(resolve, reject).finally(() => clearTimeout(limit));
  });
}
