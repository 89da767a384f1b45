import { printable } from '../../../std/index.ts';

/** OAuth errors of `/oauth/token` and `/oauth/register` (RFC 6749 section 5.2, RFC 7591 section 3.2.2). */
export interface OAuthProblemOptions {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answered as JSON `{ error, error_description }`, its text as it stands. */
export class OAuthProblem extends Error {
  readonly error: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(error: string, description: string, { headers = {}, status = 400 }: OAuthProblemOptions = {}) {
    super(description);
    this.error = error;
    this.status = status;
    this.headers = headers;
  }
}

/** Answered as a page: nothing is redirected, because the address to redirect to cannot be trusted, or the fault is the server's own. */
export class SignInProblem extends Error {
  readonly status: number;

  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}

/** Answered as a redirect to an address that the client has registered. */
export class RedirectProblem extends Error {
  readonly error: string;

  constructor(error: string, description: string) {
    super(printable(description));
    this.error = error;
  }
}
