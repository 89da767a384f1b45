import type { EventShape } from './function-event.ts';
import type { Invoked } from './invocation.ts';

/** An answer as gateways take it. */
export interface FunctionAnswer extends AnswerHead {
  readonly body: string;
  readonly isBase64Encoded: boolean;
}

export interface AnswerHead {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of format 2.0: one `Set-Cookie` header each. */
  readonly cookies?: readonly string[];
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[]>>;
}

/** Bytes of an answer that services take in one piece; a load balancer takes fewer. */
const maxAnswerBytes = 6_291_456;
const maxBalancerBytes = 1_000_000;

/** Waits for the end of an answer, also of one that streams. */
export async function inOnePiece({ invocation, response, shape }: Invoked): Promise<FunctionAnswer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  await invocation.end();
  const isBase64Encoded = !isText(response.headers);
  const body = bytes.toString(isBase64Encoded ? 'base64' : 'utf8');
  const limit = shape.loadBalancer ? maxBalancerBytes : maxAnswerBytes;
  const size = sizeInJson(body, limit);
  if (size <= limit) return { ...headOf(response, shape), body, isBase64Encoded };
  const error = `The answer has ${size} bytes; this function service takes ${limit}.`;
  process.stderr.write(`${JSON.stringify({ level: 'error', message: error })}\n`);
  const instead = Response.json({ error }, { status: 500 });
  return { ...headOf(instead, shape), body: JSON.stringify({ error }), isBase64Encoded: false };
}

/** Bytes of a text in the JSON of an answer, where they could be more than `limit`: a character takes six at most. */
const sizeInJson = (text: string, limit: number): number => (text.length * 6 <= limit ? 0 : Buffer.byteLength(JSON.stringify(text)));

/** Status and headers, repeated ones as the gateway takes them. */
export function headOf({ headers, status }: Response, { format, multiValue }: EventShape): AnswerHead {
  const cookies = headers.getSetCookie();
  const others = [...headers].filter(([name]) => name !== 'set-cookie');
  if (multiValue) {
    const lists = others.map(([name, value]): [string, string[]] => [name, [value]]);
    return { statusCode: status, multiValueHeaders: Object.fromEntries(cookies.length > 0 ? [...lists, ['set-cookie', cookies]] : lists) };
  }
  const single = Object.fromEntries(others);
  if (cookies.length === 0) return { statusCode: status, headers: single };
  // A load balancer without lists of headers has room for one cookie.
  return format === '2.0'
    ? { statusCode: status, headers: single, cookies }
    : { statusCode: status, headers: { ...single, 'set-cookie': cookies[0] ?? '' } };
}

/** Compressed bytes are none, whatever their type says. */
function isText(headers: Headers): boolean {
  if (headers.has('content-encoding')) return false;
  const type = headers.get('content-type') ?? 'text/plain';
  return /^(?:text\/|application\/(?:[a-z.-]+\+)?(?:json|xml|javascript|x-www-form-urlencoded))/i.test(type);
}
