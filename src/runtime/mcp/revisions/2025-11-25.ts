import type { Method, Revision } from '../protocol.ts';
import { completionComplete } from '../methods/completion-complete.ts';
import { loggingSetLevel, ping } from '../methods/logging-set-level.ts';
import { promptsGet } from '../methods/prompts-get.ts';
import { promptsList, resourcesList, resourcesTemplatesList, toolsList } from '../methods/tools-list.ts';
import { resourcesRead } from '../methods/resources-read.ts';
import { resourcesSubscribe, resourcesUnsubscribe } from '../methods/resources-subscribe.ts';
import { toolsCall } from '../methods/tools-call.ts';
import * as rpcCodes from '../rpc-codes.ts';
import { askableByNow, withObjectOutputOnly } from './projection.ts';

/** Methods of every revision with a handshake; `initialize` itself opens the conversation and is not among them. */
export const sessionMethods: ReadonlyMap<string, Method> = /* @__PURE__ */ new Map([
  ['ping', ping],
  ['tools/list', toolsList],
  ['tools/call', toolsCall],
  ['resources/list', resourcesList],
  ['resources/templates/list', resourcesTemplatesList],
  ['resources/read', resourcesRead],
  ['resources/subscribe', resourcesSubscribe],
  ['resources/unsubscribe', resourcesUnsubscribe],
  ['prompts/list', promptsList],
  ['prompts/get', promptsGet],
  ['completion/complete', completionComplete],
  ['logging/setLevel', loggingSetLevel],
]);

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
