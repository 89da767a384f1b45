import { isJsonObject } from '../../model/index.ts';
import { SerialisedResult, type WireResult } from '../json-rpc.ts';
import { revision20250326 } from './2025-03-26.ts';
import { mapItems, without } from './projection.ts';
import type { Revision } from '../protocol.ts';

/** Sound is a kind of content that this revision does not know. */
function soundAsText(content: WireResult): WireResult {
  return content.type === 'audio' ? { type: 'text', text: `[audio: ${String(content.mimeType)}]` } : content;
}

const withoutSound = (message: WireResult): WireResult =>
  isJsonObject(message.content) ? { ...message, content: soundAsText(message.content) } : message;

/** The first revision: HTTP+SSE and stdio; no hints about tools, no sound, no batches. */
export const revision20241105: Revision = /* @__PURE__ */ Object.freeze({
  ...revision20250326,
  version: '2024-11-05',
  acceptsBatches: false,
  undeclared: ['completions'],
  encodeResult: (call, method, result) => {
    const earlier = revision20250326.encodeResult(call, method, result);
    if (earlier instanceof SerialisedResult) return earlier;
    if (method === 'tools/call') return mapItems(earlier, 'content', soundAsText);
    if (method === 'prompts/get') return mapItems(earlier, 'messages', withoutSound);
    return method === 'tools/list' ? mapItems(earlier, 'tools', (tool) => without(tool, ['annotations'])) : earlier;
  },
} satisfies Revision);
