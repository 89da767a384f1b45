import type { Question } from '../../define/question.ts';
import type { JsonObject } from '../../model/index.ts';
import { randomId } from '../../std/index.ts';
import { askableByNow } from './questions.ts';
import type { Revision } from './revision.ts';
import { withObjectOutputOnly } from './projection.ts';
import { sessionMethods } from './session-methods.ts';

/** A page has an id, by which the server says later that it has done its work. */
function withElicitationId({ params }: Question): JsonObject {
  return params.mode === 'url' && params.elicitationId === undefined ? { ...params, elicitationId: randomId() } : params;
}

/** The last revision with a handshake: icons, url elicitation, polling streams. */
export const revision20251125: Revision = /* @__PURE__ */ Object.freeze({
  version: '2025-11-25',
  opening: 'initialize',
  methods: /* @__PURE__ */ new Map(sessionMethods),
  unknownMethodStatus: 200,
  acceptsBatches: false,
  primesStreams: true,
  resourceNotFoundCode: -32002,
  completesElicitation: true,
  askable: askableByNow,
  encodeQuestion: withElicitationId,
  encodeServerInfo: (info) => ({ ...info }),
  encodeResult: (_call, method, result) => withObjectOutputOnly(method, result),
} satisfies Revision);
