import { badCursor, decodeCursor, encodeCursor, listerOf, type LiveTemplate } from '../../entries/index.ts';
import { ResourceNotFound } from '../../errors/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../model/index.ts';
import { isPromiseLike, memberOf, type Logger } from '../../std/index.ts';
import { readCursor } from '../params.ts';
import type { Around, MethodCall } from '../protocol.ts';
import { isAdmitted } from './admission.ts';
import { viewerOf } from './call-pipeline.ts';
import { tryFindResource } from './find-resource.ts';
import { createAuthorContext, RunningCall } from './running-call.ts';
import type { ServerRuntime } from './server-runtime.ts';
import { invalidOutput, toJson } from './to-json.ts';
import { untilEnded } from './until-ended.ts';

/** One call of a template's `list`. */
interface Listing {
  readonly runtime: ServerRuntime;
  readonly call: MethodCall;
  readonly live: LiveTemplate;
  /** Of the author. */
  readonly cursor: string | undefined;
}

interface Listed {
  readonly resources: readonly JsonObject[];
  readonly nextCursor?: string;
}

const nothing: Listed = { resources: [] };

/**
 * Adds what templates list to the last page of the fixed resources, one template after the other. A page ends where a template says that it
 * has more; the cursor then names the template and holds the author's own.
 */
export const surroundResourceList: Around = async (call, next) => {
  const { runtime } = call.server;
  const templates = runtime.registry.templates.filter(({ model }) => model.lists === true);
  const begun = positionOf(templates, readCursor(call.params).cursor);
  const first = begun === undefined ? undefined : templates[begun.at];
  // The cursor of a template that the caller does not see is one of no template.
  if (first !== undefined && !(await mayList({ runtime, call, live: first }))) throw badCursor();
  const page: JsonObject = begun === undefined ? { ...(await next(call)) } : { resources: [] };
  if (page['nextCursor'] !== undefined) return page;
  const resources = Array.isArray(page['resources']) ? [...page['resources']] : [];
  let cursor = begun?.cursor;
  for (const live of templates.slice(begun?.at ?? 0)) {
    if (call.channel.signal.aborted) break;
    const listed = await tryToList({ runtime, call, live, cursor });
    resources.push(...listed.resources);
    if (listed.nextCursor !== undefined)
      return { ...page, resources, nextCursor: encodeCursor({ template: live.model.id, cursor: listed.nextCursor }) };
    cursor = undefined;
  }
  return { ...page, resources };
};

/** Where a cursor goes on; undefined for one of the fixed resources. @throws {ProtocolError} -32602 for a template that lists nothing */
function positionOf(templates: readonly LiveTemplate[], text: string | undefined): { at: number; cursor: string } | undefined {
  const position = text === undefined ? undefined : decodeCursor(text);
  const template = memberOf(position, 'template');
  if (template === undefined) return undefined;
  const at = templates.findIndex(({ model }) => model.id === template);
  const cursor = memberOf(position, 'cursor');
  if (at < 0 || typeof cursor !== 'string') throw badCursor();
  return { at, cursor };
}

/** Resources of a template that its caller may read. A failure is logged, and the list goes on without them. */
async function tryToList(listing: Listing): Promise<Listed> {
  const { call, live, runtime } = listing;
  const { listedName } = live.model;
  const logger = runtime.logger.child(listedName, { requestId: call.requestId.text });
  try {
    if (!(await mayList(listing))) return nothing;
    const { nextCursor, resources } = readListed(await runList(listing));
    const fitting = keepFitting(listing, resources, logger);
    const uris = new Set(fitting.keys());
    const readable = (await runtime.pipeline.admission?.readable(runtime, viewerOf(call), uris)) ?? uris;
    const kept = [...fitting].flatMap(([uri, resource]) => (readable.has(uri) ? [resource] : []));
    return { resources: kept, nextCursor };
  } catch (failure) {
    if (!call.channel.signal.aborted) logger.error('list failed: the resources of this template are left out of the list', { failure });
    return nothing;
  }
}

/** Whether the caller sees the template and may read from it, as far as the template alone decides it. */
async function mayList({ call, live, runtime: { pipeline } }: Omit<Listing, 'cursor'>): Promise<boolean> {
  const { admission } = pipeline;
  if (admission === undefined) return true;
  const viewer = viewerOf(call);
  const seen = await admission.view([live], viewer);
  if (seen?.length === 0) return false;
  return isAdmitted(() =>
    admission.admit(live, { ...viewer, origin: 'client', unknown: () => new ResourceNotFound(live.model.uriTemplate) }),
  );
}

/** Runs the author's `list` within its own time limit. */
async function runList({ call, cursor, live, runtime }: Listing): Promise<unknown> {
  const { listTimeoutMs: timeoutMs, listedName } = live.model;
  const input = [
    { stage: 'uri', value: '' },
    { stage: 'params', value: {} },
  ];
  const running = new RunningCall({ runtime, request: call, live, name: `list of ${listedName}`, timeoutMs, input });
  const run = async (): Promise<unknown> => {
    await running.prepare();
    const context = createAuthorContext(running);
    const list = listerOf(live.declaration);
    const value = list === undefined ? undefined : Reflect.apply(list, context, [context, cursor]);
    return isPromiseLike(value) ? untilEnded(value, running) : value;
  };
  return running.disposing(run());
}

/** @throws {ServiceError} INVALID_OUTPUT for what is no list, or holds what JSON cannot say */
function readListed(value: unknown): { readonly resources: readonly Json[]; readonly nextCursor: string | undefined } {
  const json = toJson(value, false, 'Resource');
  const { nextCursor, resources } = isJsonObject(json) ? json : {};
  if (!Array.isArray(resources)) throw invalidOutput('list must return { resources: [...], nextCursor? }', 'Resource');
  if (nextCursor !== undefined && typeof nextCursor !== 'string')
    throw invalidOutput('the nextCursor of list must be a string; leave it out after the last resources', 'Resource');
  return { resources, nextCursor };
}

/** The resources that this template would read, by URI. The others are logged: a client that reads one would get an error, or another's. */
function keepFitting({ live, runtime }: Listing, listed: readonly Json[], logger: Logger): ReadonlyMap<string, JsonObject> {
  const fitting = new Map<string, JsonObject>();
  const problems: string[] = [];
  const problemOfUri = (uri: string): string | undefined => (fitting.has(uri) ? `(${uri}) is listed twice` : misfit(runtime, live, uri));
  for (const [at, item] of listed.entries()) {
    const resource = readItem(item, live);
    const problem = typeof resource === 'string' ? resource : problemOfUri(resource.uri);
    if (typeof resource !== 'string' && problem === undefined) fitting.set(resource.uri, resource);
    else problems.push(`resources[${at}] ${problem}`);
  }
  if (problems.length > 0)
    logger.warn('list: resources left out of the list', { count: problems.length, first: problems.slice(0, maxProblems) });
  return fitting;
}

/** Problems that are logged of one list. */
const maxProblems = 5;

/** What clients get of a resource, or what is wrong with it. */
function readItem(item: Json, { model }: LiveTemplate): (JsonObject & { readonly uri: string }) | string {
  if (!isJsonObject(item)) return 'must be { uri, name, title?, description?, mimeType? }';
  const { description, mimeType = model.mimeType, name, title, uri } = item;
  if (typeof uri !== 'string' || uri === '') return 'needs a uri';
  if (typeof name !== 'string' || name === '') return `(${uri}) needs a name`;
  const further = { title, description, mimeType };
  const wrong = Object.entries(further).find(([, value]) => value !== undefined && typeof value !== 'string');
  return wrong === undefined ? { uri, name, ...further } : `(${uri}): ${wrong[0]} must be a string`;
}

function misfit({ registry }: ServerRuntime, live: LiveTemplate, uri: string): string | undefined {
  const found = tryFindResource(registry, uri)?.live;
  if (found === live) return undefined;
  if (found === undefined) return `(${uri}) does not fit ${live.model.uriTemplate}`;
  return `(${uri}) is read by the ${found.model.kind} ${found.model.listedName}`;
}
