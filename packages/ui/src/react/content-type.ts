import { isValidElement } from 'react';
import { readCsv } from './csv.ts';

/** What a value is shown as. */
export type ContentType =
  | 'react'
  | 'html'
  | 'markdown'
  | 'csv'
  | 'image'
  | 'media'
  | 'chart'
  | 'flow'
  | 'maps'
  | 'math'
  | 'mdx'
  | 'mermaid'
  | 'pdf'
  | 'json';

/** None takes the square of the length of a text. */
const texts: readonly (readonly [looks: RegExp, type: ContentType])[] = [
  [/^(?:data:image\/|https:\/\/[^\s?]+\.(?:png|jpe?g|gif|webp|avif|svg)(?:\?\S*)?$)/i, 'image'],
  [/^(?:data:(?:audio|video)\/|https:\/\/[^\s?]+\.(?:mp3|ogg|wav|mp4|webm)(?:\?\S*)?$)/i, 'media'],
  [/^(?:data:application\/pdf|https:\/\/[^\s?]+\.pdf(?:\?\S*)?$)/i, 'pdf'],
  [/^\$\$[\s\S]+\$\$$/, 'math'],
  [/^(?:graph|flowchart|sequenceDiagram|classDiagram|stateDiagram(?:-v2)?|erDiagram|gantt|journey|mindmap|timeline)\b.*\n/, 'mermaid'],
  [/^<[a-z!][\s\S]*>$/i, 'html'],
];

const isRow = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'label' in value && 'value' in value && typeof value.value === 'number';

/** What a value looks like. */
export function contentTypeOf(value: unknown): ContentType {
  if (isValidElement(value)) return 'react';
  if (typeof value === 'string') return typeOfText(value.trim());
  if (typeof value !== 'object' || value === null) return 'json';
  if ('data' in value && 'mimeType' in value) return String(value.mimeType).startsWith('image/') ? 'image' : 'media';
  const rows = Array.isArray(value)
    ? (value as readonly unknown[])
    : 'data' in value && Array.isArray(value.data)
      ? (value.data as readonly unknown[])
      : [];
  if (rows.length > 0 && rows.every(isRow)) return 'chart';
  if ('nodes' in value && 'edges' in value) return 'flow';
  return ('latitude' in value && 'longitude' in value) || ('type' in value && String(value.type).startsWith('Feature')) ? 'maps' : 'json';
}

function typeOfText(text: string): ContentType {
  const known = texts.find(([looks]) => looks.test(text));
  if (known !== undefined) return known[1];
  // A table has more than a line, and each line the same number of fields.
  const first = text.slice(0, Math.max(text.indexOf('\n'), 0));
  const [head = [], ...rows] = text.length < 1_000_000 && first.includes(',') ? readCsv(text) : [];
  return rows.length > 0 && head.length > 1 && rows.every((row) => row.length === head.length) ? 'csv' : 'markdown';
}
