import { ResourceNotFound } from '../../errors/index.ts';
import type { ReadResult, ResourceModel, ResourceTemplateModel } from '../../model/index.ts';
import { runAround } from '../../plugins/index.ts';
import { andThen, isPromiseLike, type Awaitable } from '../../std/index.ts';
import { callFromEntry } from './call-tool.ts';
import { admitWith } from './admit-entry.ts';
import type { CallRequest } from './channel.ts';
import { checkAvailable } from './check-available.ts';
import { checkVisibleTo } from './check-visible.ts';
import { findResource } from './find-resource.ts';
import { wrapFailure } from './wrap-failure.ts';
import { runAuthor } from './run-author.ts';
import { RunningCall } from './running-call.ts';
import type { ServerRuntime } from './server-runtime.ts';
import { shapeContents } from './shape-contents.ts';
import { CallLimits } from './until-ended.ts';

/**
 * Reads a resource: by its URI, else by the first template that fits.
 * @throws {ResourceNotFound}
 * @throws {ServiceError} ENTRY_UNAVAILABLE, RESOURCE_READ_ERROR, or what the author made public
 */
export function readResource(runtime: ServerRuntime, request: CallRequest, { uri }: { readonly uri: string }): Awaitable<ReadResult> {
  const { live, params } = findResource(runtime, uri);
  checkAvailable(live);
  const hooks = runtime.plugins.hooksFor(live.model);
  const visible = checkVisibleTo(live.model, hooks, { request, unknown: () => new ResourceNotFound(uri) });
  const use = { auth: request.auth, origin: 'client' as const };
  const admitted = andThen(visible, () => admitWith(runtime, live, { use, input: { uri, ...params } }));
  return andThen(admitted, () => {
    const limits = new CallLimits(uri, undefined, request.channel);
    const running = new RunningCall<ResourceModel | ResourceTemplateModel>({
      runtime,
      request,
      live,
      limits,
      callInner: callFromEntry(runtime, request),
    });
    running.history.input.push({ stage: 'uri', value: uri }, { stage: 'params', value: params ?? {} });
    const args = live.declaration.handler === undefined ? [uri, params ?? {}] : params === undefined ? [uri] : [uri, params];
    const failed = (error: unknown): never => wrapFailure(error, { code: 'RESOURCE_READ_ERROR', what: `resource ${uri}` });
    const read = (): Awaitable<ReadResult> =>
      runAround(hooks.resourceRead, running.forHooks({ uri, params }), () =>
        andThen(runAuthor(running, { extensions: hooks.extensions, args, limits }), (value) =>
          shapeContents(value, { uri, mimeType: live.model.mimeType }),
        ),
      );
    try {
      const result = running.disposing(read());
      return isPromiseLike(result) ? result.catch(failed) : result;
    } catch (error) {
      return failed(error);
    }
  });
}
