import type { SchemaOutcome } from '../../define/index.ts';
import type { Check } from '../../entries/index.ts';
import { isJsonObject, type ContentBlock, type ContentLiteral, type Json, type OutputShape, type ToolResult } from '../../model/index.ts';
import { invalidOutput, sendable, textBlock, toJson } from './to-json.ts';

/** A value of an output that is content, a primitive or a date. @throws {ServiceError} INVALID_OUTPUT */
export function shapeContent(value: unknown, output: OutputShape, allowNonFinite: boolean): ToolResult {
  if (output.kind === 'primitive') return shapePrimitive(value, allowNonFinite);
  if (output.kind !== 'content') return shapeLiteral(value, 'date', allowNonFinite);
  return output.list ? shapeList(value, output.types, allowNonFinite) : shapeLiteral(value, output.types[0] ?? 'string', allowNonFinite);
}

function shapePrimitive(value: unknown, allowNonFinite: boolean): ToolResult {
  const json = toJson(value, allowNonFinite) ?? null;
  return { content: [textBlock(String(value))], structuredContent: { content: json } };
}

interface Piece {
  readonly blocks: readonly ContentBlock[];
  readonly structured?: Json;
}

function shapeLiteral(value: unknown, literal: ContentLiteral, allowNonFinite: boolean): ToolResult {
  const piece = pieceOf(value, { literal, allowNonFinite, path: '$' });
  if (piece.structured === undefined) return { content: piece.blocks };
  return { content: piece.blocks, structuredContent: isJsonObject(piece.structured) ? piece.structured : { content: piece.structured } };
}

function shapeList(value: unknown, literals: readonly ContentLiteral[], allowNonFinite: boolean): ToolResult {
  if (!Array.isArray(value) || value.length !== literals.length) throw invalidOutput(`expected a list of ${literals.length} values`);
  const pieces = literals.map((literal, index) => pieceOf(value[index], { literal, allowNonFinite, path: `[${index}]` }));
  const content = pieces.flatMap(({ blocks }) => blocks);
  const keyed = pieces.flatMap((piece, index) => (piece.structured === undefined ? [] : [[String(index), piece.structured] as const]));
  const onlyTexts = literals.every((literal) => literal === 'string');
  return onlyTexts || keyed.length === 0 ? { content } : { content, structuredContent: Object.fromEntries(keyed) };
}

function pieceOf(value: unknown, want: { literal: ContentLiteral; allowNonFinite: boolean; path: string }): Piece {
  const { literal, path } = want;
  switch (literal) {
    case 'date': {
      if (!(value instanceof Date) || Number.isNaN(value.getTime())) throw invalidOutput(`expected a date at ${path}`);
      const iso = value.toISOString();
      return { blocks: [textBlock(iso)], structured: { iso, timeInMilli: value.getTime() } };
    }
    case 'string':
    case 'number':
    case 'boolean':
      if (typeof value !== literal) throw invalidOutput(`expected a ${literal} at ${path}`);
      return { blocks: [textBlock(String(value))], structured: toJson(value, want.allowNonFinite) ?? null };
    default:
      return { blocks: (Array.isArray(value) ? value : [value]).map((block: unknown) => blockOf(block, literal, want)) };
  }
}

const neededFields: Readonly<Record<'image' | 'audio' | 'resource' | 'resource_link', readonly string[]>> = {
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  resource: ['resource'],
  resource_link: ['uri', 'name'],
};

function blockOf(
  block: unknown,
  type: keyof typeof neededFields,
  { allowNonFinite, path }: { allowNonFinite: boolean; path: string },
): ContentBlock {
  const fields = neededFields[type];
  if (typeof block !== 'object' || block === null || fields.some((field) => Reflect.get(block, field) === undefined)) {
    throw invalidOutput(`expected ${type} { ${fields.join(', ')} } at ${path}`);
  }
  return { ...sendable<ContentBlock>(block, { of: 'Tool', allowNonFinite }), type } as ContentBlock;
}

/** Few schemas refuse all of them: bounds, multiples and integers are the usual reasons. */
const standIns = [0, 1, 2, 100, 1000, -1, -100, 0.5, 0.25];

/**
 * Judges a value that its schema has refused, where `output.allowNonFinite` is set. Schemas for numbers refuse NaN and Infinity, so the
 * schema sees finite numbers in their place, twice: what differs between both outcomes was made of those places and is not finite either.
 */
export async function judgeNonFinite(check: Check, value: unknown, refused: SchemaOutcome): Promise<SchemaOutcome> {
  if (!holdsNonFinite(value)) return refused;
  const accepted: unknown[] = [];
  for (const standIn of standIns) {
    const outcome = await check(withStandIn(value, standIn));
    if (outcome.issues === undefined) accepted.push(outcome.value);
    if (accepted.length === 2) return { value: withGaps(accepted[0], accepted[1]) };
  }
  return refused;
}

const isNonFinite = (value: unknown): boolean => typeof value === 'number' && !Number.isFinite(value);

/** Looks into lists and plain objects only: what a class keeps is its own. */
function holdsNonFinite(value: unknown, open: readonly object[] = []): boolean {
  if (isNonFinite(value)) return true;
  return isOpenable(value, open) && Object.values(value).some((item) => holdsNonFinite(item, [...open, value]));
}

function withStandIn(value: unknown, standIn: number, open: readonly object[] = []): unknown {
  if (isNonFinite(value)) return standIn;
  if (!isOpenable(value, open)) return value;
  const inside = [...open, value];
  if (Array.isArray(value)) return value.map((item) => withStandIn(item, standIn, inside));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withStandIn(item, standIn, inside)]));
}

function withGaps(one: unknown, other: unknown): unknown {
  if (Object.is(one, other)) return one;
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length)
    return one.map((item: unknown, at) => withGaps(item, other[at]));
  if (isPlain(one) && isPlain(other) && Object.keys(one).join('\n') === Object.keys(other).join('\n'))
    return Object.fromEntries(Object.entries(one).map(([key, item]) => [key, withGaps(item, Reflect.get(other, key))]));
  return Number.NaN;
}

/** A cycle ends where it closes; the answer's own check names it. */
const isOpenable = (value: unknown, open: readonly object[]): value is object =>
  (Array.isArray(value) || isPlain(value)) && !open.includes(value);

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
