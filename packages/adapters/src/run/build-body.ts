import { textOfJson, type Json } from '@service/sdk/model';
import { decodeBase64, isRecord, utf8Length } from '@service/sdk/internal';
import type { PreparedBody, PreparedEncoding } from '../prepared.ts';
import type { Arguments } from './build-url.ts';
import { formBodyPairs, invalidArgument } from './serialize.ts';

/** A body as it is sent. The media type of a multipart body is written by the platform, which chooses its border. */
export interface WrittenBody {
  readonly body: string | Uint8Array<ArrayBuffer> | FormData;
  readonly mediaType: string | undefined;
  readonly bytes: number;
}

/** The arguments that make up the body; undefined when none was given. */
export function bodyValue({ argument, members = {}, required }: PreparedBody, args: Arguments): Json | undefined {
  if (argument !== undefined) return Object.hasOwn(args, argument) ? (args[argument] as Json) : undefined;
  const given = Object.entries(members).flatMap(([name, member]) =>
    Object.hasOwn(args, name) && args[name] !== undefined ? [[member, args[name] as Json] as const] : [],
  );
  return given.length === 0 && required !== true ? undefined : Object.fromEntries(given);
}

/** @throws {PublicMcpError} INVALID_INPUT for what this media type cannot hold */
export function writeBody({ encoding = {}, kind, mediaType }: PreparedBody, value: Json): WrittenBody {
  switch (kind) {
    case 'json':
      return textBody(JSON.stringify(value), mediaType);
    case 'text':
      return textBody(textOfJson(value), mediaType);
    case 'form': {
      const pairs = membersOf(value).flatMap(([name, member]) => formBodyPairs(name, member, encodingOf(encoding, name)));
      return textBody(pairs.map((pair) => pair.join('=')).join('&'), mediaType);
    }
    case 'binary': {
      const bytes = bytesOf(value, 'body');
      return { body: bytes, mediaType, bytes: bytes.length };
    }
    case 'multipart':
      return multipart(value, encoding);
  }
}

const textBody = (body: string, mediaType: string): WrittenBody => ({ body, mediaType, bytes: utf8Length(body) });

const encodingOf = (encoding: Readonly<Record<string, PreparedEncoding>>, name: string): PreparedEncoding =>
  (Object.hasOwn(encoding, name) ? encoding[name] : undefined) ?? {};

function membersOf(value: Json): readonly (readonly [string, unknown])[] {
  if (!isRecord(value)) throw invalidArgument('the body must be an object');
  return Object.entries(value).filter(([, member]) => member !== undefined);
}

function multipart(value: Json, encoding: Readonly<Record<string, PreparedEncoding>>): WrittenBody {
  const form = new FormData();
  let bytes = 0;
  for (const [name, member] of membersOf(value)) {
    const { file, mediaType } = encodingOf(encoding, name);
    for (const item of Array.isArray(member) ? (member as readonly unknown[]) : [member]) {
      const part = file === true ? fileOf(item, name, mediaType) : partOf(item, mediaType);
      bytes += name.length + (typeof part === 'string' ? utf8Length(part) : part.size);
      if (part instanceof File) form.append(name, part, part.name);
      else form.append(name, part);
    }
  }
  return { body: form, mediaType: undefined, bytes };
}

function partOf(item: unknown, mediaType: string | undefined): string | Blob {
  const text = textOfJson(item);
  const type = mediaType ?? (typeof item === 'object' ? 'application/json' : undefined);
  return type === undefined ? text : new Blob([text], { type });
}

/** A file as models give it: `{ base64, filename?, mediaType? }`, or its base64 alone. */
function fileOf(item: unknown, name: string, mediaType: string | undefined): File {
  const given = isRecord(item) ? item : { base64: item };
  const type = typeof given['mediaType'] === 'string' ? given['mediaType'] : (mediaType ?? 'application/octet-stream');
  const filename = typeof given['filename'] === 'string' && given['filename'] !== '' ? given['filename'] : name;
  return new File([bytesOf(given['base64'], name)], filename, { type });
}

function bytesOf(value: unknown, name: string): Uint8Array<ArrayBuffer> {
  const bytes = typeof value === 'string' ? decodeBase64(value.replaceAll(/\s+/g, '')) : undefined;
  if (bytes === undefined) throw invalidArgument(`"${name}" is not base64`);
  return bytes;
}
