import { ClientError } from '../../client/errors.ts';

/** What helps, in words for scripts; a program with commands of its own has others. */
const hints = {
  token: 'It may need no sign-in; or give connect() a token',
  clientId: 'Give signIn() a clientId that is registered there',
  again: 'Call signIn() again',
  portRange: 'End what listens there, or give signIn() a wider portRange',
  password: 'Sign in with signIn()',
} as const;

export type SignInAdvice = keyof typeof hints;

/** A sign-in did not succeed. Its text holds no code and no token. */
export class SignInFailure extends ClientError {
  override readonly name = 'SignInFailure';
  /** What kind of help the hint is. */
  readonly advice: SignInAdvice | undefined;

  /** @param details what to do about it, and the error behind it */
  constructor(message: string, details: { readonly advice?: SignInAdvice; readonly hint?: string; readonly cause?: unknown } = {}) {
    const { advice, cause } = details;
    super(message, { cause, hint: advice === undefined ? details.hint : hints[advice] });
    this.advice = advice;
  }
}
