import { revision20251125 } from './2025-11-25.ts';
import { askableWithForms, listWithout, withObjectOutputOnly, without } from './projection.ts';
import type { Revision } from '../protocol.ts';

/** Structured output, resource links, form elicitation; no icons. */
export const revision20250618: Revision = /* @__PURE__ */ Object.freeze({
  ...revision20251125,
  version: '2025-06-18',
  primesStreams: false,
  hasTasks: false,
  completesElicitation: false,
  askable: askableWithForms,
  questionForm: 'first-forms',
  encodeServerInfo: (info) => without({ ...info }, ['icons', 'description', 'websiteUrl']),
  // Without the members that 2025-11-25 brought.
  encodeResult: (_call, method, result) => listWithout(method, withObjectOutputOnly(method, result), ['icons', 'execution']),
} satisfies Revision);
