/** How long things live; none of it is configurable. */
export const accessTokenSeconds = 3600;
export const anonymousTokenSeconds = 86_400;
export const codeSeconds = 60;
export const signInSeconds = 600;
/** What a person agreed to, after the last sign-in that asked for it. */
export const agreementSeconds = 365 * 86_400;
export const refreshTokenSeconds = 30 * 86_400;
/** A registration without a sign-in. */
export const unusedClientSeconds = 86_400;
