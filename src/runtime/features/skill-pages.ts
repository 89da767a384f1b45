import { ProviderUnavailable } from '../auth/verify/provider-documents.ts';
import { StaticKeys } from '../auth/verify/static-keys.ts';
import type { AuthContext } from '../define/auth-context.ts';
import { anonymousCaller } from '../define/create-auth-context.ts';
import type { SkillsConfig } from '../define/index.ts';
import { configInvalid, ReservedRouteCollisionError, ServiceError } from '../errors/index.ts';
import type { Route } from '../http/router.ts';
import { readSkillQuery } from '../http/skills/skill-query.ts';
import { type SkillUse, useOf } from '../mcp/skills/skill-audit.ts';
import type { SkillLibrary, SkillReader } from '../mcp/skills/skill-library.ts';
import { describeSkill, formatSkill, plainText, summariseSkill } from '../mcp/skills/skill-texts.ts';
import { reservedBecause } from '../options/reserved-paths.ts';
import { skillAddresses } from '../options/skill-addresses.ts';
import { skillsConfigCacheDefaults } from '../options/generated.ts';
import { decodePercent } from '../std/index.ts';
import type { HttpAnswer, HttpExchange, HttpHandler } from '../web/exchange.ts';
import { answerJson } from '../web/json-answer.ts';
import { defineFeature, type FeatureInput } from './application/define-feature.ts';

type Parts = FeatureInput<'skill-pages'>;

/** Skills over HTTP (`skillsConfig: { enabled: true }`). */
export const skillPages = defineFeature('skill-pages', (parts) => {
  const config = parts.runtime.declared.skillsConfig ?? {};
  if (config.enabled !== true) return {};
  const addresses = skillAddresses(config);
  checkAddresses([addresses.llmTxt, addresses.llmFullTxt, addresses.api], parts.http.entryPath);
  const access = createAccess(config, parts);
  const answering = (answer: AnswerReader): Pick<Route, 'answer' | 'needsCaller' | 'method'> => ({
    method: 'GET',
    needsCaller: (config.auth ?? 'inherit') === 'inherit',
    answer: async (exchange, caller) => answerTo(await access.identify(exchange, caller), { answer, exchange, parts, config }),
  });
  const pages = createPages(parts, addresses.api);
  const routes: Route[] = [];
  if (addresses.llmTxt !== undefined) routes.push({ path: addresses.llmTxt, ...answering(pages.index) });
  if (addresses.llmFullTxt !== undefined) routes.push({ path: addresses.llmFullTxt, ...answering(pages.whole) });
  if (addresses.api !== undefined) routes.push({ path: addresses.api, ...answering(pages.api) });
  return {
    routes,
    start: access.start,
    around: { routes: addresses.api === undefined ? undefined : ownBelow(addresses.api, pages.below) },
  };
});

/** Ids of skills that requests name, which all go to the route of the list. */
type NamedSkills = WeakMap<HttpExchange, string>;

/** Paths below an address are its own. */
const ownBelow =
  (path: string, named: NamedSkills) =>
  (inner: HttpHandler): HttpHandler =>
  (exchange) => {
    if (exchange.path.startsWith(`${path}/`)) {
      named.set(exchange, exchange.path.slice(path.length + 1));
      Object.defineProperty(exchange, 'path', { value: path });
    }
    return inner(exchange);
  };

/** @throws {ReservedRouteCollisionError} naming every address that would take over a path of the server's own */
function checkAddresses(paths: readonly (string | undefined)[], entryPath: string): void {
  const given = paths.filter((path) => path !== undefined);
  const collisions = given.flatMap((path, at) => {
    const twice = given.indexOf(path) === at ? undefined : 'another address of skillsConfig is there';
    const over = entryPath.startsWith(`${path}/`) ? `the MCP endpoint ${entryPath} is below it` : undefined;
    const because = twice ?? over ?? reservedBecause(path, entryPath);
    return because === undefined ? [] : [{ method: 'GET', path, because }];
  });
  if (collisions.length > 0) throw new ReservedRouteCollisionError(collisions);
}

type Identified = AuthContext | HttpAnswer;

interface Access {
  readonly identify: (exchange: HttpExchange, caller: AuthContext | undefined) => Promise<Identified>;
  readonly start: () => Promise<undefined>;
}

/** Who reads. @throws {ServiceError} CONFIG_INVALID for a way of naming readers that could let nobody in */
function createAccess({ apiKeys, apiKeysEnv, auth = 'inherit' }: SkillsConfig, { environment, skillTokens }: Parts): Access {
  const start = async (): Promise<undefined> => undefined;
  if (auth === 'inherit') return { identify: async (_exchange, caller = anonymousCaller) => caller, start };
  if (auth === 'public') return { identify: async () => anonymousCaller, start };
  if (auth === 'bearer') {
    if (skillTokens === undefined) throw configInvalid('skillsConfig.auth is bearer: set skillsConfig.jwt');
    return { identify: async (exchange) => byToken(bearerOf(exchange), skillTokens), start };
  }
  const fromVariable = apiKeysEnv === undefined ? undefined : environment.variable(apiKeysEnv);
  if ((apiKeys ?? []).length === 0 && fromVariable === undefined)
    throw configInvalid(
      `skillsConfig.auth is api-key and there is no key: set ${apiKeysEnv ?? 'skillsConfig.apiKeysEnv and its variable'}`,
    );
  let keys: Promise<StaticKeys> | undefined;
  const read = (): Promise<StaticKeys> =>
    (keys ??= StaticKeys.read(
      { mode: 'static', tokens: apiKeys ?? [], ...(apiKeysEnv === undefined ? {} : { tokensEnv: apiKeysEnv }) },
      fromVariable,
    ));
  return {
    identify: async (exchange) => {
      const key = exchange.header('x-api-key') ?? bearerOf(exchange);
      return (
        (key === undefined ? undefined : await (await read()).find(key)) ??
        refuse(key, 'An API key is required', 'The API key is not accepted')
      );
    },
    start: async () => void (await read()),
  };
}

async function byToken(token: string | undefined, whose: NonNullable<Parts['skillTokens']>): Promise<Identified> {
  try {
    return (
      (token === undefined ? undefined : await whose(token)) ?? refuse(token, 'A bearer token is required', 'The token is not accepted')
    );
  } catch (failure) {
    if (!(failure instanceof ProviderUnavailable)) throw failure;
    // Neither accepted nor refused: the token cannot be verified now.
    const body = { error: 'Service Unavailable', message: 'The issuer of tokens cannot be asked at the moment' };
    return answerJson(503, body, { 'retry-after': '30' });
  }
}

const bearerOf = (exchange: HttpExchange): string | undefined =>
  /^Bearer ([\x21-\x7e]+)$/i.exec(exchange.header('authorization') ?? '')?.[1];

const refuse = (given: string | undefined, absent: string, wrong: string): HttpAnswer =>
  answerJson(
    401,
    { error: 'Unauthorized', message: given === undefined ? absent : wrong },
    { 'www-authenticate': 'Bearer realm="skills"' },
  );

/** A page, and what of the skills it gives out. */
interface Page {
  readonly answer: HttpAnswer;
  readonly use: SkillUse;
}

type AnswerReader = (exchange: HttpExchange, reader: SkillReader) => Promise<Page | HttpAnswer>;

interface Answering {
  readonly answer: AnswerReader;
  readonly exchange: HttpExchange;
  readonly parts: Parts;
  readonly config: SkillsConfig;
}

async function answerTo(identified: Identified, { answer, config, exchange, parts }: Answering): Promise<HttpAnswer> {
  if ('status' in identified) return identified;
  const { mcp, runtime, skillAudit } = parts;
  const auth = (await mcp.extensions.completeCaller?.(identified)) ?? identified;
  const reader: SkillReader = {
    auth,
    runtime: { ...runtime },
    surface: 'http',
    request: { http: exchange, requestId: mcp.requestIds.take() },
  };
  try {
    const page = await answer(exchange, reader);
    if ('status' in page) return page;
    await skillAudit?.(page.use, auth);
    return { ...page.answer, headers: { ...page.answer.headers, ...cacheRule(config) } };
  } catch (failure) {
    // A plugin says who may read a skill.
    if (!(failure instanceof ServiceError) || failure.status >= 500) throw failure;
    return answerJson(failure.status, { error: 'Forbidden', message: failure.expose ? failure.message : 'The skill is not available' });
  }
}

/** What one caller reads must not reach another from a cache in between. */
function cacheRule({
  auth,
  cache: { enabled = false, ttlMs = skillsConfigCacheDefaults.ttlMs } = {},
}: SkillsConfig): HttpAnswer['headers'] {
  if (!enabled) return { 'cache-control': 'no-store' };
  return {
    'cache-control': `${auth === 'public' ? 'public' : 'private'}, max-age=${Math.floor(ttlMs / 1000)}`,
    vary: 'authorization, x-api-key',
  };
}

const text = (body: string): HttpAnswer => ({ status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body });
const badRequest = (message: string): HttpAnswer => answerJson(400, { error: 'Bad Request', message });
const notFound = (error: string, message: string): HttpAnswer => answerJson(404, { error, message });

interface Pages extends Readonly<Record<'api' | 'index' | 'whole', AnswerReader>> {
  readonly below: NamedSkills;
}

function createPages({ runtime, skillLibrary }: Parts, api: string | undefined): Pages {
  const below: NamedSkills = new WeakMap();
  const { description, name, title = name } = runtime.model.info;
  const listed = async (reader: SkillReader) => (await skillLibrary?.listed(reader)) ?? [];
  const head = [`# ${plainText(title)}`, ...(description === undefined ? [] : [`> ${plainText(description)}`])];
  return {
    below,
    index: async (_exchange, reader) => {
      const skills = await listed(reader);
      const lines = skills.map((skill) => {
        const shown = api === undefined ? skill.name : `[${skill.name}](${api}/${encodeURIComponent(skill.skillId)})`;
        return `- ${shown}: ${plainText(describeSkill(skill))}`;
      });
      return { answer: text(`${[...head, '## Skills', lines.join('\n')].join('\n\n')}\n`), use: useOf('list', skills) };
    },
    whole: async (_exchange, reader) => {
      const skills = await listed(reader);
      return { answer: text(`${[...head, ...skills.map(formatSkill)].join('\n\n')}\n`), use: useOf('load', skills) };
    },
    api: async (exchange, reader) => {
      if (skillLibrary === undefined) return notFound('Not Found', 'This server has no skills');
      const named = below.get(exchange);
      return named === undefined ? searchSkills(skillLibrary, exchange, reader) : loadSkill(skillLibrary, named, reader);
    },
  };
}

async function searchSkills(library: SkillLibrary, exchange: HttpExchange, reader: SkillReader): Promise<Page | HttpAnswer> {
  const query = readSkillQuery(exchange.query);
  if (typeof query === 'string') return badRequest(query);
  const found = await library.search(query, reader);
  const { limit, offset } = query;
  const page = found.slice(offset, offset + limit);
  const skills = page.map(({ score, skill }) => ({ ...summariseSkill(skill), ...(score === undefined ? {} : { score }) }));
  const body = { skills, total: found.length, limit, offset, hasMore: offset + page.length < found.length };
  return {
    answer: answerJson(200, body),
    use: useOf(
      query.text === undefined ? 'list' : 'search',
      page.map(({ skill }) => skill),
    ),
  };
}

async function loadSkill(library: SkillLibrary, encoded: string, reader: SkillReader): Promise<Page | HttpAnswer> {
  const id = decodePercent(encoded);
  const skill = id === undefined ? undefined : await library.find(id, reader);
  if (skill === undefined) return notFound('Skill not found', 'No skill has this id');
  return { answer: answerJson(200, await library.load(skill, reader)), use: useOf('load', [skill]) };
}
