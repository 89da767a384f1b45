import type { Authenticate, AuthenticateContext, AuthenticateInput } from '../../../define/sign-in-options.ts';
import type { AuthorizationServices } from '../authorization-services.ts';
import { AuthenticateRunner, type Outcome } from '../sign-in/run-authenticate.ts';
import { GuessGuard } from './guess-guard.ts';
import type { Attempt } from './guess-subjects.ts';

export interface CheckedAttempt extends Attempt {
  readonly input: AuthenticateInput;
  readonly context: Omit<AuthenticateContext, 'address'>;
}

/** `authenticate` as pages call it: bounded, counted, and written down when it refuses. */
export class GuardedAuthenticate {
  readonly #runner: AuthenticateRunner;
  readonly #guesses: GuessGuard;
  readonly #logger: AuthorizationServices['logger'];

  constructor(authenticate: Authenticate, parts: Pick<AuthorizationServices, 'store' | 'clock' | 'keys' | 'logger'>) {
    this.#logger = parts.logger.child('authenticate');
    this.#runner = new AuthenticateRunner(authenticate, this.#logger);
    this.#guesses = new GuessGuard(parts);
  }

  async run({ context, input, ...attempt }: CheckedAttempt): Promise<Outcome> {
    const { address } = attempt;
    const given: AuthenticateContext = { ...context, ...(address === undefined ? {} : { address }) };
    if (this.#runner.isFull) {
      const waitMs = await this.#guesses.waitOf(attempt);
      if (waitMs > 0) return delayed(waitMs);
    }
    return this.#runner.run(input, given, async (check) => {
      const admitted = await this.#guesses.admit(attempt);
      if ('waitMs' in admitted) return delayed(admitted.waitMs);
      const outcome = await check();
      // Counted before there is room for the next one.
      if (outcome.ok) await admitted.succeeded();
      else this.#writeDown(attempt, context, await admitted.failed());
      return outcome;
    });
  }

  /** Log line for the analysis of an attack: address and account of the attempt, and no other typed value. */
  #writeDown({ address, identifiers }: Attempt, { clientId }: CheckedAttempt['context'], failures: number): void {
    const names = identifiers.map((name) => name.trim().slice(0, 100));
    this.#logger.warn('a sign-in was refused', { address, identifier: names.join(' '), clientId, failures });
  }
}

/** Said and answered at once: waiting for it would let strangers hold connections. */
export function delayed(waitMs: number): { readonly ok: false; readonly message: string; readonly retryAfterSeconds: number } {
  const seconds = Math.ceil(waitMs / 1000);
  const unit = seconds === 1 ? 'second' : 'seconds';
  return { ok: false, message: `Too many failed attempts. Try again in ${seconds} ${unit}.`, retryAfterSeconds: seconds };
}
