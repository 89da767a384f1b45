export type ExecutableFailure = 'no-fuse' | 'node-options' | 'tool' | 'merged';

/** No single executable was made and nothing was written. `message` says what and where, `hint` what to do. */
export class ExecutableFailed extends Error {
  override readonly name = 'ExecutableFailed';
  readonly reason: ExecutableFailure;
  readonly hint: string;

  constructor(reason: ExecutableFailure, details: { readonly message: string; readonly hint: string; readonly cause?: unknown }) {
    super(details.message, { cause: details.cause });
    this.reason = reason;
    this.hint = details.hint;
  }
}
