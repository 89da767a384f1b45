import { SignInProblem } from '../responses/problems.ts';

/** A problem of a client metadata document. The number is what the code stands for; the page itself is always a 400. */
export const cimdCodes = {
  INVALID_CLIENT_ID_URL: 400,
  CIMD_FETCH_ERROR: 502,
  CIMD_VALIDATION_ERROR: 400,
  CIMD_CLIENT_ID_MISMATCH: 400,
  CIMD_SECURITY_ERROR: 403,
  REDIRECT_URI_MISMATCH: 400,
  CIMD_RESPONSE_TOO_LARGE: 502,
  CIMD_DISABLED: 400,
} as const;

export type CimdCode = keyof typeof cimdCodes;

/** A client id that is a URL and cannot be used. */
export class CimdProblem extends SignInProblem {
  readonly code: CimdCode;

  constructor(code: CimdCode, message: string, status = 400) {
    super(`${code}: ${message}`, status);
    this.code = code;
  }
}
