import { isRecord, messageOf } from '@service/sdk/internal';
import type { Json, JsonObject } from '@service/sdk/model';
import { LineCounter, parseDocument } from 'yaml';
import type { PreparedDocument } from '@service/sdk/define';
import { faultIn, lineAndColumn } from './positions.ts';

/** YAML costs about 25 times what JSON does: 8 MB of it are already a quarter of a minute. */
const maxYamlBytes = 8 * 1024 * 1024;
/** Aliases that may be followed: a few lines of YAML can stand for gigabytes. */
const maxAliases = 100;

/** A document of a description, with its text for messages. */
export interface SourceDocument {
  readonly address: string;
  readonly text: string;
  readonly root: JsonObject;
}

/** What is wrong with a document, and where; the text is for people. */
export class DocumentFault extends Error {}

/** @throws {DocumentFault} with line and column for what is neither JSON nor YAML */
export function readDocument({ address, bytes, mediaType }: PreparedDocument): SourceDocument {
  const text = decode(bytes, address);
  const start = text.trimStart();
  if (start === '') throw new DocumentFault(`${address}: the document is empty`);
  if (start.startsWith('<')) throw new DocumentFault(`${address}: the document is HTML or XML${saidBy(mediaType)}, not JSON or YAML`);
  const value = start.startsWith('{') ? parseJson(text, address) : parseYaml(text, { address, size: bytes.length });
  if (!isRecord(value)) throw new DocumentFault(`${address}: the document is no object: it must have the member "openapi" or "swagger"`);
  return { address, text, root: value as JsonObject };
}

const saidBy = (mediaType: string | undefined): string => (mediaType === undefined ? '' : ` (${mediaType})`);

function decode(bytes: Uint8Array, address: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new DocumentFault(`${address}: the document is not UTF-8`);
  }
}

function parseJson(text: string, address: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (failure) {
    const message = messageOf(failure);
    const position = /position (\d+)/.exec(message)?.[1];
    const place = position === undefined ? faultIn(text) : lineAndColumn(text, Number(position));
    const at = place === undefined ? '' : `:${place.line}:${place.column}`;
    throw new DocumentFault(
      `${address}${at}: no JSON: ${message.replace(/ in JSON at position.*$/s, '').replace(/, \.{3}.*(?= is not valid)/s, '')}`,
    );
  }
}

function parseYaml(text: string, { address, size }: { readonly address: string; readonly size: number }): unknown {
  if (size > maxYamlBytes)
    throw new DocumentFault(`${address}: ${size} bytes of YAML are more than the ${maxYamlBytes} that can be read: convert it to JSON`);
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, merge: true, logLevel: 'silent' });
  const [fault] = document.errors;
  if (fault !== undefined) {
    const { col, line } = lineCounter.linePos(fault.pos[0]);
    throw new DocumentFault(
      `${address}:${line}:${col}: no YAML: ${fault.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '')}`,
    );
  }
  try {
    return document.toJS({ maxAliasCount: maxAliases }) as unknown;
  } catch (failure) {
    throw new DocumentFault(`${address}: the YAML cannot be read: ${messageOf(failure)}`);
  }
}
