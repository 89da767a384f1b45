/**
 * What the comparison does not judge; everything else is compared as it came. A rule needs its reason beside it.
 * - The texts of a refusal of arguments: MCP leaves them to the server (ours `Invalid tool input`, that of the SDK
 *   `MCP error -32602` in 1.x and `Input validation error` in 2.x).
 * - `$schema` and `additionalProperties: false` of JSON Schemas: two converters, one meaning for the SDK's own validator.
 * - `execution: { taskSupport: 'forbidden' }`: the default, which SDK 1.24 and later spell out.
 * - `_meta` of our errors (id, code, time), which no other server has.
 * - The description that our `prompts/get` adds.
 */
export function normalise(answer: unknown): unknown {
  if (!isRecord(answer)) return answer;
  if (isRefusal(answer)) return '<arguments refused>';
  const { _meta, description, ...rest } = answer;
  const isPrompt = Array.isArray(rest['messages']);
  return sorted({
    ...rest,
    ...(isRecord(_meta) && 'errorId' in _meta ? {} : { _meta }),
    ...(isPrompt ? {} : { description }),
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function isRefusal(answer: Record<string, unknown>): boolean {
  const { content, error, isError } = answer;
  if (isRecord(error)) return error['code'] === -32602;
  const [first] = Array.isArray(content) ? (content as readonly unknown[]) : [];
  return (
    isError === true &&
    isRecord(first) &&
    /^(?:Invalid tool input|MCP error -32602: |Input validation error: Invalid arguments)/.test(String(first['text']))
  );
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([key, inner]) => inner !== undefined && !isDefault(key, inner));
  return Object.fromEntries(kept.map(([key, inner]) => [key, sorted(inner)] as const).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const isDefault = (key: string, value: unknown): boolean =>
  key === '$schema' ||
  (key === 'additionalProperties' && value === false) ||
  (key === 'execution' && JSON.stringify(value) === '{"taskSupport":"forbidden"}');

/** The shape of an answer that depends on chance: its keys and the types of its values. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (!isRecord(value)) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
}
