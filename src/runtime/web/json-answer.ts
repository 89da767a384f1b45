import type { HttpAnswer } from './exchange.ts';

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' } as const;

/** An answer whose body is JSON text. */
export function answerJsonText(status: number, text: string, headers?: HttpAnswer['headers']): HttpAnswer {
  return { status, headers: headers === undefined ? jsonHeaders : { ...jsonHeaders, ...headers }, body: text };
}

export function answerJson(status: number, value: unknown, headers?: HttpAnswer['headers']): HttpAnswer {
  return answerJsonText(status, JSON.stringify(value), headers);
}
