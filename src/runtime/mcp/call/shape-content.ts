import { isJsonObject } from '../../model/index.ts';
import type { ContentBlock, ContentLiteral, Json, OutputShape, ToolResult } from '../../model/index.ts';
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
