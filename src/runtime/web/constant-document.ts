import { encodeBase64url, sha256, utf8Length, type Awaitable } from '../std/index.ts';
import type { HttpAnswer, HttpExchange } from './exchange.ts';
import { answerJsonText } from './json-answer.ts';

/** Bytes of an entity tag: enough that two documents never share one. */
const tagBytes = 16;

/**
 * A constant JSON document, which says itself how long it may be cached: its text and length are made once, and an entity tag where the answer may be cached (RFC 9110 section 8.8.3).
 */
export function constantDocument(
  value: object,
  { headers, tagged: isTagged, type }: { readonly headers: HttpAnswer['headers']; readonly tagged: boolean; readonly type?: string },
): (exchange: HttpExchange) => Awaitable<HttpAnswer> {
  const text = JSON.stringify(value);
  const answer = answerWith(text, type === undefined ? headers : { ...headers, 'content-type': type });
  if (!isTagged) return () => answer;
  let made: Promise<Tagged> | undefined;
  return async (exchange) => {
    const tagged = await (made ??= tag(answer, headers, text));
    return isKnown(exchange.header('if-none-match'), tagged.etag) ? tagged.unchanged : tagged.full;
  };
}

interface Tagged {
  readonly etag: string;
  readonly full: HttpAnswer;
  readonly unchanged: HttpAnswer;
}

async function tag(answer: HttpAnswer, headers: HttpAnswer['headers'], text: string): Promise<Tagged> {
  const etag = `"${encodeBase64url((await sha256(text)).subarray(0, tagBytes))}"`;
  return {
    etag,
    full: { ...answer, headers: Object.freeze({ ...answer.headers, etag }) },
    unchanged: { status: 304, headers: Object.freeze({ ...headers, etag }), keepsHeaders: true },
  };
}

function answerWith(text: string, headers: HttpAnswer['headers']): HttpAnswer {
  const answer = answerJsonText(200, text, headers);
  return { ...answer, headers: Object.freeze(answer.headers), keepsHeaders: true, bodyLength: utf8Length(text) };
}

/** Weak comparison (RFC 9110 section 13.1.2). */
function isKnown(header: string | undefined, etag: string): boolean {
  return header !== undefined && header.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')));
}
