import { envelopeKeys } from '../envelope.ts';
import { isJsonObject } from '../json-rpc.ts';
import { completionComplete } from '../methods/completion-complete.ts';
import { promptsGet } from '../methods/prompts-get.ts';
import { promptsList } from '../methods/prompts-list.ts';
import { resourcesList } from '../methods/resources-list.ts';
import { resourcesRead } from '../methods/resources-read.ts';
import { resourcesTemplatesList } from '../methods/resources-templates-list.ts';
import { serverDiscover } from '../methods/server-discover.ts';
import { subscriptionsListen } from '../methods/subscriptions-listen.ts';
import { toolsCall } from '../methods/tools-call.ts';
import { toolsList } from '../methods/tools-list.ts';
import { without } from './projection.ts';
import { askableByNow } from './questions.ts';
import type { Revision } from './revision.ts';

/** Complete results that must say how long they may be reused. */
const cacheable = /* @__PURE__ */ new Set([
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
]);

/** Nothing may be reused or shared unless somebody knows that it may: a list filtered for one user must not reach another. */
const uncached = { ttlMs: 0, cacheScope: 'private' };

/** No handshake, no sessions: an envelope in every request, a `resultType` in every result. */
export const revision20260728: Revision = /* @__PURE__ */ Object.freeze({
  version: '2026-07-28',
  opening: 'envelope',
  methods: /* @__PURE__ */ new Map([
    ['server/discover', serverDiscover],
    ['tools/list', toolsList],
    ['tools/call', toolsCall],
    ['resources/list', resourcesList],
    ['resources/templates/list', resourcesTemplatesList],
    ['resources/read', resourcesRead],
    ['prompts/list', promptsList],
    ['prompts/get', promptsGet],
    ['completion/complete', completionComplete],
    ['subscriptions/listen', subscriptionsListen],
  ]),
  unknownMethodStatus: 404,
  acceptsBatches: false,
  primesStreams: false,
  resourceNotFoundCode: -32602,
  completesElicitation: false,
  askable: askableByNow,
  encodeQuestion: ({ params }) => without(params, ['elicitationId']),
  encodeServerInfo: (info) => ({ ...info }),
  encodeResult: (call, method, result) => ({
    resultType: 'complete',
    // Only complete results can be reused; a feature that answers otherwise says so.
    ...(cacheable.has(method) && result.resultType === undefined ? uncached : {}),
    ...result,
    _meta: { ...(isJsonObject(result._meta) ? result._meta : {}), [envelopeKeys.serverInfo]: { ...call.server.runtime.model.info } },
  }),
} satisfies Revision);
