import type { OutputShape, ToolResult } from '../../model/index.ts';
import type { shapeContent } from './shape-content.ts';
import { isObject, textBlock, toJson } from './to-json.ts';

/** True for an object that is a tool's result already: a `content` list of blocks. */
export function isFullResult(value: unknown): value is ToolResult {
  if (typeof value !== 'object' || value === null || !('content' in value) || !Array.isArray(value.content)) return false;
  return value.content.every(
    (block: unknown) => typeof block === 'object' && block !== null && 'type' in block && typeof block.type === 'string',
  );
}

interface Shaping {
  readonly output: OutputShape;
  readonly allowNonFinite: boolean;
  readonly shapeContent: typeof shapeContent;
}

/**
 * A handler's checked value as a result.
 * @throws {ServiceError} INVALID_OUTPUT
 */
export function shapeResult(value: unknown, way: Shaping): ToolResult {
  if (typeof value !== 'object' || value === null || !('_meta' in value) || typeof value._meta !== 'object' || value._meta === null)
    return shapeValue(value, way);
  const { _meta: meta, ...rest } = value;
  const shaped = shapeValue(rest, way);
  const sent = toJson(meta, way.allowNonFinite);
  return isObject(sent) ? { ...shaped, _meta: sent } : shaped;
}

function shapeValue(value: unknown, { allowNonFinite, output, shapeContent: shape }: Shaping): ToolResult {
  const { kind } = output;
  if (kind === 'content' || kind === 'primitive' || kind === 'date') return shape(value, output, allowNonFinite);
  const json = toJson(value, allowNonFinite);
  // Without schema `null` says nothing; with one it is a value like any other.
  if (json === undefined || (kind === 'any' && json === null)) return { content: [] };
  const structuredContent = isObject(json) ? json : { value: json };
  return { content: [textBlock(JSON.stringify(structuredContent))], structuredContent };
}
