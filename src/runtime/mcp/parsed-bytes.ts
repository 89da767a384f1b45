import type { Json } from '../model/json.ts';

/** Bytes of one object, list or member of parsed JSON, beside its text. */
const nodeBytes = 64;

/** Bytes that parsed JSON takes in memory. Thousands of empty objects take ten times the memory of their text, so members count, not only characters. */
export function parsedBytes(value: Json | object): number {
  const text = JSON.stringify(value);
  return 2 * text.length + nodeBytes * text.split(/[{[,]/).length;
}
