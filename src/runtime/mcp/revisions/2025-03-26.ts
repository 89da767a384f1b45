import type { WireResult } from '../json-rpc.ts';
import { listMembers, mapItems, without } from './projection.ts';
import { askableAtFirst } from './questions.ts';
import type { Revision } from './revision.ts';
import { sessionMethods } from './session-methods.ts';

/** Members that 2025-06-18 and 2025-11-25 brought. */
const laterMembers = ['title', 'icons', 'execution', 'outputSchema', '_meta'];

/** A link to a resource is a kind of content that this revision does not know: its text says the same. */
function linkAsText(content: WireResult): WireResult {
  return content.type === 'resource_link' ? { type: 'text', text: `${String(content.name)}: ${String(content.uri)}` } : content;
}

/** The first Streamable HTTP; batches; no structured output. */
export const revision20250326: Revision = /* @__PURE__ */ Object.freeze({
  version: '2025-03-26',
  opening: 'initialize',
  methods: /* @__PURE__ */ new Map(sessionMethods),
  unknownMethodStatus: 200,
  acceptsBatches: true,
  primesStreams: false,
  resourceNotFoundCode: -32002,
  completesElicitation: false,
  askable: askableAtFirst,
  questionForm: 'plain',
  encodeServerInfo: (info) => ({ name: info.name, version: info.version }),
  encodeResult: (_call, method, result) => {
    if (method === 'tools/call') return mapItems(without(result, ['structuredContent']), 'content', linkAsText);
    const member = listMembers[method];
    return member === undefined ? result : mapItems(result, member, (entry) => without(entry, laterMembers));
  },
} satisfies Revision);
