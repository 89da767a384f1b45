import type { WireResult } from '../json-rpc.ts';
import { revision20250618 } from './2025-06-18.ts';
import { askableAtFirst, listWithout, mapItems, without } from './projection.ts';
import type { Revision } from '../protocol.ts';

/** Members that 2025-06-18 and 2025-11-25 brought. */
const laterMembers = ['title', 'icons', 'execution', 'outputSchema', '_meta'];

/** A link to a resource is a kind of content that this revision does not know: its text says the same. */
function linkAsText(content: WireResult): WireResult {
  return content.type === 'resource_link' ? { type: 'text', text: `${String(content.name)}: ${String(content.uri)}` } : content;
}

/** The first Streamable HTTP; batches; no structured output. */
export const revision20250326: Revision = /* @__PURE__ */ Object.freeze({
  ...revision20250618,
  version: '2025-03-26',
  acceptsBatches: true,
  askable: askableAtFirst,
  questionForm: 'plain',
  encodeServerInfo: ({ name, version }) => ({ name, version }),
  encodeResult: (_call, method, result) =>
    method === 'tools/call'
      ? mapItems(without(result, ['structuredContent']), 'content', linkAsText)
      : listWithout(method, result, laterMembers),
} satisfies Revision);
