import type { WireResult } from '../json-rpc.ts';
import { listMembers, mapItems, withObjectOutputOnly, without } from './projection.ts';
import { askableWithForms } from './questions.ts';
import type { Revision } from './revision.ts';
import { sessionMethods } from './session-methods.ts';

/** Members that 2025-11-25 brought. */
const laterMembers = ['icons', 'execution'];

/** Structured output, resource links, form elicitation; no icons. */
export const revision20250618: Revision = /* @__PURE__ */ Object.freeze({
  version: '2025-06-18',
  opening: 'initialize',
  methods: /* @__PURE__ */ new Map(sessionMethods),
  unknownMethodStatus: 200,
  acceptsBatches: false,
  primesStreams: false,
  resourceNotFoundCode: -32002,
  completesElicitation: false,
  askable: askableWithForms,
  questionForm: 'first-forms',
  encodeServerInfo: (info) => without({ ...info }, ['icons', 'description', 'websiteUrl']),
  encodeResult: (_call, method, result) => {
    const projected = withObjectOutputOnly(method, result);
    const member = listMembers[method];
    return member === undefined ? projected : mapItems(projected, member, (entry: WireResult) => without(entry, laterMembers));
  },
} satisfies Revision);
