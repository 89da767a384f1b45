import { messageOf } from '../../errors/index.ts';
import { didYouMean } from '../../terminal/index.ts';
import { type Json, textOfJson } from '../../model/index.ts';
import { UsageFault } from '../failures.ts';
import { describeKind, typeOf, type ValueKind } from './value-kind.ts';

const numberText = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * The value of a flag's text. Ranges, lengths and formats are left to the server, which checks every call.
 * @param flag as it was typed
 * @throws {UsageFault}
 */
export function readValue(text: string, kind: ValueKind, flag: string): Json {
  switch (kind.kind) {
    case 'text':
      return text;
    case 'number':
      return readNumber(text, kind.integer, flag);
    case 'boolean':
      if (text === 'true' || text === 'false') return text === 'true';
      throw new UsageFault(`${flag} must be true or false, but is ${quoted(text)}`);
    case 'choice':
      return readChoice(text, kind.values, flag);
    case 'list':
      return readValue(text, kind.item, flag);
    default:
      return readJson(text, kind, flag);
  }
}

function readNumber(text: string, integer: boolean, flag: string): number {
  const trimmed = text.trim();
  const value = Number(trimmed);
  if (!numberText.test(trimmed) || !Number.isFinite(value))
    throw new UsageFault(`${flag} must be ${integer ? 'an integer' : 'a number'}, but is ${quoted(text)}`);
  if (integer && !Number.isInteger(value)) throw new UsageFault(`${flag} must be an integer, but is ${quoted(text)}`);
  // A larger number would lose digits, and the call would be made with another number.
  if (/^[+-]?\d+$/.test(trimmed) && !Number.isSafeInteger(value))
    throw new UsageFault(`${flag} is beyond ±${Number.MAX_SAFE_INTEGER}, which JSON numbers carry exactly: ${quoted(text)}`);
  return value;
}

function readChoice(text: string, values: readonly Json[], flag: string): Json {
  if (values.includes(text)) return text;
  const other = values.find((value) => typeof value !== 'string' && JSON.stringify(value) === text);
  if (other !== undefined) return other;
  const texts = values.map(textOfJson);
  throw new UsageFault(`${flag} must be one of ${texts.join(', ')}, but is ${quoted(text)}`, didYouMean(text, texts, undefined));
}

function readJson(text: string, kind: Extract<ValueKind, { kind: 'json' }>, flag: string): Json {
  let problem: string;
  try {
    const value = JSON.parse(text) as Json;
    const type = typeOf(value);
    if (kind.types.has(type) || (type === 'integer' && kind.types.has('number'))) return value;
    problem = `must be JSON of type ${[...kind.types].join(' or ')}, but is ${type === 'integer' ? 'number' : type}`;
  } catch (failure) {
    problem = `must be ${describeKind(kind)}, but cannot be read: ${messageOf(failure)}`;
  }
  if (kind.types.has('string')) return text;
  throw new UsageFault(`${flag} ${problem}`);
}

/** Long enough to recognise; a pasted file would fill the screen. */
const quoted = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
