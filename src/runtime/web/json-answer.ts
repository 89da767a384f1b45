import type { HttpAnswer } from './exchange.ts';

/** Frozen, so that hosts print it once. */
export const jsonHeaders = /* @__PURE__ */ Object.freeze({ 'content-type': 'application/json; charset=utf-8' });

/** An answer whose body is JSON text. */
export function answerJsonText(status: number, text: string, headers?: HttpAnswer['headers']): HttpAnswer {
  return { status, headers: headers === undefined ? jsonHeaders : { ...jsonHeaders, ...headers }, body: text };
}

export function answerJson(status: number, value: unknown, headers?: HttpAnswer['headers']): HttpAnswer {
  return answerJsonText(status, JSON.stringify(value), headers);
}
