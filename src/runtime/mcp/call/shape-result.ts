import { ServiceError } from '../../errors/index.ts';
import type { ContentBlock, ContentLiteral, Json, JsonObject, OutputShape, ToolResult } from '../../model/index.ts';
import { toJson } from './to-json.ts';

const invalidOutput = (what: string): ServiceError => new ServiceError('INVALID_OUTPUT', `Tool output validation failed (${what})`);

/** True for an object that is a tool's result already: a `content` list of blocks. */
export function isFullResult(value: unknown): value is ToolResult {
  if (typeof value !== 'object' || value === null || !('content' in value) || !Array.isArray(value.content)) return false;
  return value.content.every(
    (block: unknown) => typeof block === 'object' && block !== null && 'type' in block && typeof block.type === 'string',
  );
}

const text = (content: string): ContentBlock => ({ type: 'text', text: content });
const structured = (value: JsonObject): ToolResult => ({ content: [text(JSON.stringify(value))], structuredContent: value });

/**
 * A handler's checked value as a result (supplement section 1.6).
 * @throws {ServiceError} INVALID_OUTPUT
 */
export function shapeResult(value: unknown, output: OutputShape, allowNonFinite: boolean): ToolResult {
  const { meta, rest } = takeMeta(value);
  const shaped = shapeValue(rest, output, allowNonFinite);
  const sent = meta === undefined ? undefined : toJson(meta, allowNonFinite);
  return isObject(sent) ? { ...shaped, _meta: sent } : shaped;
}

function takeMeta(value: unknown): { readonly meta?: object; readonly rest: unknown } {
  if (typeof value !== 'object' || value === null || !('_meta' in value) || typeof value._meta !== 'object' || value._meta === null)
    return { rest: value };
  const { _meta: meta, ...rest } = value;
  return { meta, rest };
}

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

function shapeValue(value: unknown, output: OutputShape, allowNonFinite: boolean): ToolResult {
  switch (output.kind) {
    case 'content':
      return output.list
        ? shapeList(value, output.types, allowNonFinite)
        : shapeLiteral(value, output.types[0] ?? 'string', allowNonFinite);
    case 'primitive':
      return shapePrimitive(value, allowNonFinite);
    case 'date':
      return shapeLiteral(value, 'date', allowNonFinite);
    default:
      return shapeAny(toJson(value, allowNonFinite), output.kind === 'any');
  }
}

/** Without schema `null` says nothing; with one it is a value like any other. */
function shapeAny(json: Json | undefined, open: boolean): ToolResult {
  if (json === undefined || (open && json === null)) return { content: [] };
  return structured(isObject(json) ? json : { value: json });
}

function shapePrimitive(value: unknown, allowNonFinite: boolean): ToolResult {
  const json = toJson(value, allowNonFinite) ?? null;
  return { content: [text(String(value))], structuredContent: { content: json } };
}

interface Piece {
  readonly blocks: readonly ContentBlock[];
  readonly structured?: Json;
}

function shapeLiteral(value: unknown, literal: ContentLiteral, allowNonFinite: boolean): ToolResult {
  const piece = pieceOf(value, { literal, allowNonFinite, place: '$' });
  if (piece.structured === undefined) return { content: piece.blocks };
  return { content: piece.blocks, structuredContent: isObject(piece.structured) ? piece.structured : { content: piece.structured } };
}

function shapeList(value: unknown, literals: readonly ContentLiteral[], allowNonFinite: boolean): ToolResult {
  if (!Array.isArray(value) || value.length !== literals.length) throw invalidOutput(`expected a list of ${literals.length} values`);
  const pieces = literals.map((literal, index) => pieceOf(value[index], { literal, allowNonFinite, place: `[${index}]` }));
  const content = pieces.flatMap(({ blocks }) => blocks);
  const keyed = pieces.flatMap((piece, index) => (piece.structured === undefined ? [] : [[String(index), piece.structured] as const]));
  const onlyTexts = literals.every((literal) => literal === 'string');
  return onlyTexts || keyed.length === 0 ? { content } : { content, structuredContent: Object.fromEntries(keyed) };
}

function pieceOf(value: unknown, want: { literal: ContentLiteral; allowNonFinite: boolean; place: string }): Piece {
  const { literal, place } = want;
  switch (literal) {
    case 'date': {
      if (!(value instanceof Date) || Number.isNaN(value.getTime())) throw invalidOutput(`expected a date at ${place}`);
      const iso = value.toISOString();
      return { blocks: [text(iso)], structured: { iso, timeInMilli: value.getTime() } };
    }
    case 'string':
    case 'number':
    case 'boolean':
      if (typeof value !== literal && !(literal === 'number' && typeof value === 'bigint'))
        throw invalidOutput(`expected a ${literal} at ${place}`);
      return { blocks: [text(String(value))], structured: toJson(value, want.allowNonFinite) ?? null };
    default:
      return { blocks: (Array.isArray(value) ? value : [value]).map((block: unknown) => blockOf(block, literal, place)) };
  }
}

const neededFields: Readonly<Record<'image' | 'audio' | 'resource' | 'resource_link', readonly string[]>> = {
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  resource: ['resource'],
  resource_link: ['uri', 'name'],
};

function blockOf(block: unknown, type: keyof typeof neededFields, place: string): ContentBlock {
  const fields = neededFields[type];
  if (typeof block !== 'object' || block === null || fields.some((field) => Reflect.get(block, field) === undefined)) {
    throw invalidOutput(`expected ${type} { ${fields.join(', ')} } at ${place}`);
  }
  return { ...block, type } as ContentBlock;
}
