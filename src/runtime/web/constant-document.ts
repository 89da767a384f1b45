import { encodeBase64url, sha256, utf8Length, type Awaitable } from '../std/index.ts';
import type { HttpAnswer, HttpExchange } from './exchange.ts';
import { answerJsonText } from './json-answer.ts';

/** Bytes of a tag: two documents of one address never share it. */
const tagBytes = 16;

/**
 * A JSON document that does not change: its text and length are made once, and its entity tag where somebody may keep the answer
 * (RFC 9110 section 8.8.3).
 */
export function constantDocument(
  value: object,
  { headers, tagged }: { readonly headers: HttpAnswer['headers']; readonly tagged: boolean },
): (exchange: HttpExchange) => Awaitable<HttpAnswer> {
  const text = JSON.stringify(value);
  const answer = answerWith(text, headers);
  if (!tagged) return () => answer;
  let made: Promise<Tagged> | undefined;
  return async (exchange) => {
    const { etag, full, unchanged } = await (made ??= tag(text, headers));
    return isKnown(exchange.header('if-none-match'), etag) ? unchanged : full;
  };
}

interface Tagged {
  readonly etag: string;
  readonly full: HttpAnswer;
  readonly unchanged: HttpAnswer;
}

async function tag(text: string, headers: HttpAnswer['headers']): Promise<Tagged> {
  const etag = `"${encodeBase64url((await sha256(text)).subarray(0, tagBytes))}"`;
  const both = { ...headers, etag };
  return { etag, full: answerWith(text, both), unchanged: { status: 304, headers: Object.freeze(both) } };
}

function answerWith(text: string, headers: HttpAnswer['headers']): HttpAnswer {
  const answer = answerJsonText(200, text, headers);
  return { ...answer, headers: Object.freeze(answer.headers), bodyLength: utf8Length(text) };
}

/** Weak comparison (RFC 9110 section 13.1.2). */
function isKnown(header: string | undefined, etag: string): boolean {
  return header !== undefined && header.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')));
}
