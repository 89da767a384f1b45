import {
  entriesOf,
  type EntryModel,
  isPlainName,
  type Json,
  type JsonObject,
  type ServerModel,
  isJsonObject,
  type JsonSchema,
  lookupKey,
  reaches,
  type ToolModel,
} from '@service/sdk/model';
import type { BuildResult } from '../../compiler/index.ts';
import { memberOf } from '@service/sdk/internal';
import type { Project } from '../../config/load-project.ts';
import { checkBudgets, type Budget, countTokens, listedTools, type ListTokens } from './check-budgets.ts';
import { CliError } from '../cli-error.ts';
import { checkListing } from '../registry/check-listing.ts';
import { buildListing, readManifest, registryName, type Listing } from '../registry/listing.ts';

export type Model = NonNullable<BuildResult['model']>;
type Report = NonNullable<BuildResult['output']>['report'];

/** What was built for one target. */
export interface InspectedTarget {
  readonly name: string;
  readonly report: Report;
}

/** Everything that `service inspect` tells. */
export interface Inspection {
  readonly model: Model;
  readonly tokens: ListTokens;
  readonly doubles: readonly SimilarTools[];
  readonly missing: readonly Missing[];
  readonly guards: readonly Guard[];
  readonly unusualNames: readonly UnusualName[];
  readonly refusedNames: readonly string[];
  readonly budgets: readonly Budget[];
  readonly targets: readonly InspectedTarget[];
  /** What the registry would be given; undefined for a server without a name there. */
  readonly listing: InspectedListing | undefined;
}

export async function inspect(model: Model, targets: readonly InspectedTarget[], project: Project): Promise<Inspection> {
  const { budgets } = project;
  const { server } = model;
  const sizes = targets.map(({ name, report }) => ({ target: name, gzipBytes: report.gzipBytes }));
  return {
    model,
    tokens: await countTokens(server),
    doubles: findSimilarTools(listedTools(server)),
    missing: findMissing(server),
    guards: findGuards(server),
    unusualNames: findUnusualNames(server),
    refusedNames: findRefusedNames(server),
    budgets: await checkBudgets(budgets, server, sizes),
    targets,
    listing: await inspectListing(server, project),
  };
}

/** The inspection as data. */
export function inspectionData({
  model,
  tokens,
  doubles,
  guards,
  missing,
  refusedNames,
  unusualNames,
  budgets,
  targets,
  listing,
}: Inspection): JsonObject {
  const { server } = model;
  const entry = (item: EntryModel): JsonObject => ({
    name: item.listedName,
    description: item.description,
    owner: item.owner.map((owner) => owner.id),
    place: placeOf(model, item.id),
    streams: model.facts[item.id]?.streams,
  });
  const costs = new Map(tokens.tools.map(({ name, tokens: cost }) => [name, cost]));
  return {
    server: { name: server.info.name, version: server.info.version },
    apps: server.apps.map((app): Json => ({
      id: app.id,
      name: app.name,
      description: app.description,
      place: placeOf(model, `app:${app.id}`),
    })),
    tools: server.tools.map((tool): Json => ({ ...entry(tool), visibility: tool.visibility, tokens: costs.get(tool.listedName) })),
    resources: server.resources.map((item): Json => ({ ...entry(item), uri: item.uri })),
    resourceTemplates: server.resourceTemplates.map((item): Json => ({ ...entry(item), uriTemplate: item.uriTemplate })),
    prompts: server.prompts.map(entry),
    providers: server.providers.map((provider): Json => ({ name: provider.name, scope: provider.scope, form: provider.form })),
    tokens: { method: tokens.method, total: tokens.total, tools: tokens.tools.map((tool): Json => ({ ...tool })) },
    duplicates: doubles.map(({ names, because }): Json => ({ names: [...names], because })),
    guards: guards.map((guard): Json => ({ ...guard })),
    unusualNames: unusualNames.map((item): Json => ({ ...item })),
    refusedNames: [...refusedNames],
    missingDescriptions: missing.map((item): Json => ({ ...item })),
    budgets: budgets.map((budget): Json => ({ ...budget })),
    unread: unreadData(model.unread),
    listing: listing === undefined ? null : { listing: listing.listing ?? null, problems: [...listing.problems] },
    targets: targets.map(({ name, report }): Json => ({
      target: name,
      bytes: report.bytes,
      gzipBytes: report.gzipBytes,
      features: report.features.map((feature): Json => ({ ...feature })),
      packages: report.packages.map((part): Json => ({ ...part })),
    })),
  };
}

/** What code costs that the compiler could not read; no line where it has read all. */
export const unreadLines = (unread: Model['unread'] = []): readonly string[] =>
  unread.map(
    ({ name, package: from }) =>
      `${name}${from === undefined ? '' : ` of ${from}`} ships no sources, so its code was not read: the bundle has every part that code of an entry may use`,
  );

export const unreadData = (unread: Model['unread'] = []): JsonObject[] =>
  unread.map((one) => ({ name: one.name, package: one.package ?? null }));

/** `src/tools/add.tool.ts:4`. */
export function placeOf({ spans }: Model, id: string): string | undefined {
  const span = spans[id];
  return span === undefined ? undefined : `${span.file}:${span.line}`;
}

/** Listed names that the APIs of model vendors refuse, and with one of them the whole list. */
const findRefusedNames = ({ tools }: ServerModel): readonly string[] =>
  tools
    .filter(({ listedName, visibility }) => visibility === 'public' && !/^[a-zA-Z0-9_-]{1,64}$/.test(listedName))
    .map(({ listedName }) => listedName);

/** A name that MCP allows and some clients show badly. */
interface UnusualName {
  readonly kind: EntryModel['kind'];
  readonly name: string;
}

/** Names of entries that are not tools: of those the build lets nothing else pass. */
const findUnusualNames = ({ prompts, resources, resourceTemplates }: ServerModel): readonly UnusualName[] =>
  [...resources, ...resourceTemplates, ...prompts].filter(({ name }) => !isPlainName(name)).map(({ kind, name }) => ({ kind, name }));

/** What `service registry publish` would list, and what keeps it from that. */
interface InspectedListing {
  /** Absent when it cannot be made. */
  readonly listing?: Listing;
  readonly problems: readonly string[];
}

/** The listing of a server that has a name in the registry. */
export async function inspectListing(server: ServerModel, project: Project): Promise<InspectedListing | undefined> {
  if (registryName(server, readManifest(project.root)) === undefined) return undefined;
  try {
    const listing = await buildListing({ project, server });
    return { listing, problems: checkListing(listing).map(({ path, problem }) => `${path} ${problem}`) };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { problems: [error.message] };
  }
}

/** An entry or argument without a description. */
interface Missing {
  readonly kind: 'tool' | 'argument' | 'resource' | 'resource template' | 'prompt';
  /** `add`, or `add: notes[].title` for an argument. */
  readonly name: string;
}

/** Entries and arguments without a description. */
function findMissing({ tools, resources, resourceTemplates, prompts }: ServerModel): readonly Missing[] {
  const without = (
    kind: Missing['kind'],
    entries: readonly { readonly listedName: string; readonly description?: string }[],
  ): readonly Missing[] =>
    entries.filter(({ description = '' }) => description.trim() === '').map(({ listedName }) => ({ kind, name: listedName }));
  return [
    ...without('tool', tools),
    ...tools.flatMap(({ listedName, inputSchema }) =>
      undescribed(inputSchema, '').map((path): Missing => ({ kind: 'argument', name: `${listedName}: ${path}` })),
    ),
    ...without('resource', resources),
    ...without('resource template', resourceTemplates),
    ...without('prompt', prompts),
    ...prompts.flatMap(({ listedName, arguments: given }) =>
      given
        .filter(({ description = '' }) => description.trim() === '')
        .map(({ name }): Missing => ({ kind: 'argument', name: `${listedName}: ${name}` })),
    ),
  ];
}

/** Paths of properties without a description, in order. */
function undescribed(schema: JsonSchema, path: string): readonly string[] {
  const { properties, items } = schema;
  const inside = isJsonObject(items) ? undescribed(items, `${path}[]`) : [];
  if (!isJsonObject(properties)) return inside;
  const own = Object.entries(properties).flatMap(([name, property]) => {
    if (!isJsonObject(property)) return [];
    const here = path === '' ? name : `${path}.${name}`;
    const { description } = property;
    const described = typeof description === 'string' && description.trim() !== '';
    return [...(described ? [] : [here]), ...undescribed(property, here)];
  });
  return [...own, ...inside];
}

/** Two tools that a model can hardly tell apart. */
interface SimilarTools {
  readonly names: readonly [string, string];
  readonly because: string;
}

/** From this share of common words on, two descriptions count as one. */
const similarShare = 0.8;

/** Descriptions of fewer words are too short to be compared. */
const fewestWords = 4;

/** Tools with names that differ only in spelling, or with nearly the same description. */
function findSimilarTools(tools: readonly ToolModel[]): readonly SimilarTools[] {
  const read = tools.map((tool) => ({ tool, spelling: spellingOf(tool.name), words: wordsOf(tool.description ?? '') }));
  return read.flatMap((one, index) =>
    read.slice(index + 1).flatMap((other): readonly SimilarTools[] => {
      const names = [one.tool.listedName, other.tool.listedName] as const;
      if (one.spelling === other.spelling) return [{ names, because: 'their names differ only in spelling or owner' }];
      const share = commonShare(one.words, other.words);
      if (share < similarShare) return [];
      return [
        {
          names,
          because:
            share === 1
              ? 'their descriptions have the same words'
              : `${Math.round(share * 100)} % of their descriptions' words are the same`,
        },
      ];
    }),
  );
}

const spellingOf = (name: string): string => lookupKey(name).replaceAll(/[_.]/g, '').toLowerCase();

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

function commonShare(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size < fewestWords || other.size < fewestWords) return 0;
  const common = [...one].filter((word) => other.has(word)).length;
  return common / (one.size + other.size - common);
}

/** An entry that a plugin guards. */
export interface Guard {
  readonly kind: string;
  readonly name: string;
  /** `approval`, `featureFlag`. */
  readonly field: string;
  /** Value of the field, or what is special about it. */
  readonly about: string;
  /** Who or what decides. */
  readonly decider: string;
}

function findGuards(server: ServerModel): readonly Guard[] {
  return [...entriesOf(server), ...(server.skills ?? [])].flatMap((entry) =>
    server.plugins
      .filter((plugin) => reaches(plugin, entry))
      .flatMap(({ deciders = {}, enforces = [], name: plugin }) =>
        enforces.flatMap((field): Guard[] => {
          const value = entry.pluginFields?.[field];
          if (value === undefined || value === false || memberOf(value, 'required') === false || memberOf(value, 'skipApproval') === true)
            return [];
          const name = entry.kind === 'skill' ? entry.name : entry.listedName;
          return [{ kind: entry.kind, name, field, about: aboutOf(value), decider: deciders[field] ?? `plugin ${plugin}` }];
        }),
      ),
  );
}

/** The key of a flag; whether each call needs an approval. */
function aboutOf(value: Json): string {
  const key = memberOf(value, 'key') ?? value;
  return typeof key === 'string' ? key : memberOf(value, 'alwaysPrompt') === true ? 'each call' : '';
}
