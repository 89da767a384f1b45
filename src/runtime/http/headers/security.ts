import type { HttpAnswer } from '../../web/exchange.ts';

/** On every answer, refusals included: an error page is content too. */
export const securityHeaders = { 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' } as const;

export function withSecurityHeaders(answer: HttpAnswer): HttpAnswer {
  return { ...answer, headers: { ...securityHeaders, ...answer.headers } };
}
