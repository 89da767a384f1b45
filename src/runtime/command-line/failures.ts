export { exitCodes } from '../terminal/index.ts';

/** The command was typed wrong: exit code 2. */
export class UsageFault extends Error {
  override readonly name = 'UsageFault';
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

/** The command was right and did not succeed: exit code 1. Messages never hold a secret. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly hint: string | undefined;

  constructor(message: string, options: { readonly hint?: string; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.hint = options.hint;
  }
}
