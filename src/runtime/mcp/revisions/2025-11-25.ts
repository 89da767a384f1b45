import * as rpcCodes from '../rpc-codes.ts';
import { askableByNow } from './questions.ts';
import type { Revision } from './revision.ts';
import { withObjectOutputOnly } from './projection.ts';
import { sessionMethods } from './session-methods.ts';

/** The last revision with a handshake: icons, url elicitation, polling streams, tasks. */
export const revision20251125: Revision = /* @__PURE__ */ Object.freeze({
  version: '2025-11-25',
  opening: 'initialize',
  methods: sessionMethods,
  unknownMethodStatus: 200,
  acceptsBatches: false,
  primesStreams: true,
  hasTasks: true,
  resourceNotFoundCode: -32002,
  codeForLaterCodes: rpcCodes.invalidParams,
  completesElicitation: true,
  askable: askableByNow,
  questionForm: 'named-pages',
  encodeServerInfo: (info) => ({ ...info }),
  encodeResult: (_call, method, result) => withObjectOutputOnly(method, result),
} satisfies Revision);
