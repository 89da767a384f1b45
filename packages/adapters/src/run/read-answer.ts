import { encodeBase64, isDeeperThan, readBody } from '@service/sdk/internal';
import type { Json } from '@service/sdk/model';
import { OpenapiFailure } from './openapi-failure.ts';

/** What an API answered. */
export interface Answer {
  readonly status: number;
  readonly ok: boolean;
  readonly data: Json | undefined;
  readonly headers: Headers;
}

interface Reading {
  readonly maxBytes: number;
  /** A successful answer is JSON, says the description. */
  readonly json: boolean;
  /** Texts that the answer must not repeat. */
  readonly secrets: readonly string[];
}

/** @throws {OpenapiFailure} for what is too large, is not what it says, or is nested too deeply */
export async function readAnswer(response: Response, { json, maxBytes, secrets }: Reading): Promise<Answer> {
  const { ok, status } = response;
  const headers = withoutSecrets(response.headers, secrets);
  const announced = Number(headers.get('content-length') ?? 0);
  if (announced > maxBytes) {
    await response.body?.cancel();
    throw tooLarge(status, maxBytes);
  }
  const bytes = await readBody(response, maxBytes).catch((failure: unknown) => {
    throw failure instanceof Error && 'reason' in failure && failure.reason === 'too-large' ? tooLarge(status, maxBytes) : failure;
  });
  if (bytes.length === 0) return { status, ok, data: undefined, headers };
  const mediaType = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const isJson = /[/+]json$/.test(mediaType);
  if (ok && json && !isJson && mediaType !== '')
    throw new OpenapiFailure(`The API answered ${status} with ${mediaType}, and its description promises JSON: check baseUrl`, { status });
  const raw = new TextDecoder().decode(bytes);
  const text = hideSecrets(raw, secrets);
  if (!isJson && mediaType !== '' && !isText(mediaType)) {
    if (text !== raw) throw new OpenapiFailure(`The API answered ${status} with bytes that repeat a credential of this server`, { status });
    return { status, ok, data: { base64: encodeBase64(bytes), mediaType }, headers };
  }
  const data = isJson ? parseJson(text, { ok, status }) : mediaType === '' ? jsonOrText(text) : text;
  return { status, ok, data: typeof data === 'string' || !text.includes('\\') ? data : unescaped(data, secrets), headers };
}

/** JSON has several ways to write a character: a credential in another one than ours is hidden once all are written in one. */
const unescaped = (data: Json, secrets: readonly string[]): Json => JSON.parse(hideSecrets(JSON.stringify(data), secrets)) as Json;

const withoutSecrets = (headers: Headers, secrets: readonly string[]): Headers =>
  secrets.length === 0 ? headers : new Headers([...headers].map(([name, value]) => [name, hideSecrets(value, secrets)]));

const tooLarge = (status: number, maxBytes: number): OpenapiFailure =>
  new OpenapiFailure(`The API answered with more than ${maxBytes} bytes, the maxResponseSize of this server: ask for less`, { status });

const isText = (mediaType: string): boolean =>
  /^text\/|[/+](xml|yaml|x-yaml|javascript|csv|x-ndjson)$|x-www-form-urlencoded$/.test(mediaType);

/** What JSON of an API may be nested: deeper values end programs that walk them. */
const maxDepth = 200;

function parseJson(text: string, { ok, status }: Pick<Answer, 'ok' | 'status'>): Json {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    // The text of an error is worth having, whatever it says that it is.
    if (!ok) return text;
    throw new OpenapiFailure(`The API answered ${status} with the content type of JSON and a body that is not JSON`, { status });
  }
  if (isDeeperThan(value, maxDepth))
    throw new OpenapiFailure(`The API answered with JSON that is nested more than ${maxDepth} levels deep`, { status });
  return value;
}

function jsonOrText(text: string): Json {
  try {
    const value = JSON.parse(text) as Json;
    return isDeeperThan(value, maxDepth) ? text : value;
  } catch {
    return text;
  }
}

/** Shorter texts may be part of any word. */
const minSecretLength = 8;

/** An API that repeats the credential of the server, in an error for example, must not tell it to the caller; nor a token without its `Bearer`. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  let hidden = text;
  for (const secret of secrets.flatMap((one) => [one, one.replace(/^\w+ +/, '')])) {
    if (secret.length < minSecretLength) continue;
    for (const form of new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]))
      hidden = hidden.replaceAll(form, '[redacted]');
  }
  return hidden;
}
