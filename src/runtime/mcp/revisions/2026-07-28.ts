import { isJsonObject, type ServerInfo } from '../../model/index.ts';
import * as envelopeKeys from '../envelope-keys.ts';
import { SerialisedResult, type WireResult } from '../json-rpc.ts';
import { completionComplete } from '../methods/completion-complete.ts';
import { promptsGet } from '../methods/prompts-get.ts';
import { promptsList, resourcesList, resourcesTemplatesList, toolsList } from '../methods/tools-list.ts';
import { resourcesRead } from '../methods/resources-read.ts';
import { serverDiscover } from '../methods/initialize.ts';
import { subscriptionsListen } from '../methods/subscriptions-listen.ts';
import { toolsCall } from '../methods/tools-call.ts';
import { askableByNow } from './projection.ts';
import type { Revision } from '../protocol.ts';

/** Complete results that must say how long they may be reused. */
const cacheable = /* @__PURE__ */ new Set([
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
]);

/** No caching by default: a list filtered for one user must not reach another. */
const uncached = { ttlMs: 0, cacheScope: 'private' };

/** True for a result without members of this revision: nearly every one. */
const isPlain = ({ resultType, ttlMs, cacheScope, _meta }: WireResult): boolean =>
  resultType === undefined && ttlMs === undefined && cacheScope === undefined && _meta === undefined;

const heads = { once: '{"resultType":"complete"', reusable: `{"resultType":"complete",${JSON.stringify(uncached).slice(1, -1)}` };
const tails = /* @__PURE__ */ new WeakMap<ServerInfo, string>();

/** Head and tail are the same for every answer, so they are text already and nothing is copied. */
function joinPlain(result: WireResult, { info, reusable }: { info: ServerInfo; reusable: boolean }): SerialisedResult {
  let tail = tails.get(info);
  if (tail === undefined) tails.set(info, (tail = `,"_meta":${JSON.stringify({ [envelopeKeys.serverInfo]: info })}}`));
  const members = JSON.stringify(result).slice(1, -1);
  return new SerialisedResult(`${reusable ? heads.reusable : heads.once}${members === '' ? '' : `,${members}`}${tail}`);
}

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
  questionForm: 'unnamed-pages',
  encodeServerInfo: (info) => ({ ...info }),
  encodeResult: (call, method, result) => {
    const { info } = call.server.runtime.model;
    if (isPlain(result)) return joinPlain(result, { info, reusable: cacheable.has(method) });
    return {
      resultType: 'complete',
      // Only complete results can be reused; a feature that answers otherwise says so.
      ...(cacheable.has(method) && result.resultType === undefined ? uncached : {}),
      ...result,
      _meta: { ...(isJsonObject(result._meta) ? result._meta : {}), [envelopeKeys.serverInfo]: { ...info } },
    };
  },
} satisfies Revision);
