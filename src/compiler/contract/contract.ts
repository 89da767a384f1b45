import { withoutUndefined } from '@service/sdk/internal';
import type { Contract, ContractChange, ContractEntry, ContractTool } from '@service/sdk/contract';
import { copyJson, canonicalText, type EntryModel, type Json, type ServerModel, type ToolModel } from '@service/sdk/model';
import type { DecidedAtStart } from '../model/compiled-model.ts';
import { sha256 } from '@service/sdk/hosts/node-sha256';

/**
 * The contract of a server; equal models give equal bytes.
 * @param open values that each start decides; those of the machine that wrote the contract are not part of it
 */
export function contractOf(evaluated: ServerModel, open: DecidedAtStart = {}): Contract {
  const model = withoutOpen(evaluated, open);
  const { info, instructions } = model;
  const server = withoutUndefined({
    name: info.name,
    version: info.version,
    title: info.title,
    description: info.description,
    instructions,
    decidedAtStart: open['server'],
  });
  const ofEntry = (entry: EntryModel): { readonly decidedAtStart?: readonly string[] } =>
    withoutUndefined({ decidedAtStart: open[entry.id] });
  const rest = {
    tools: model.tools.flatMap((tool) => toolOf(tool, ofEntry(tool))),
    resources: model.resources.map((entry) =>
      withHash(entry, withoutUndefined({ uri: entry.uri, mimeType: entry.mimeType, ...ofEntry(entry) })),
    ),
    resourceTemplates: model.resourceTemplates.map((entry) =>
      withHash(entry, withoutUndefined({ uriTemplate: entry.uriTemplate, mimeType: entry.mimeType, ...ofEntry(entry) })),
    ),
    prompts: model.prompts.map((entry) => withHash(entry, { arguments: entry.arguments, ...ofEntry(entry) })),
    skills: (model.skills ?? [])
      .filter((skill) => skill.hidden !== true)
      .map(({ name, path, frontmatter: { description } }) =>
        withoutUndefined({ name, path, description: typeof description === 'string' ? description : undefined }),
      ),
  };
  return { contractVersion: 1, hash: hashOf([{ ...server, version: '' }, rest]), server, ...rest };
}

/** Placeholders of required members that each start decides; optional ones are left out. */
const openMembers: Readonly<Record<string, Json>> = { inputSchema: { type: 'object' }, version: '', arguments: [] };

function withoutOpen(model: ServerModel, open: DecidedAtStart): ServerModel {
  if (Object.keys(open).length === 0) return model;
  const of = <Entry extends EntryModel>(entries: readonly Entry[]): Entry[] => entries.map((entry) => replaced(entry, open[entry.id]));
  const { instructions: _open, ...settled } = model;
  return {
    ...(open['server']?.includes('instructions') === true ? settled : model),
    info: replaced(model.info, open['server']),
    tools: of(model.tools),
    resources: of(model.resources),
    resourceTemplates: of(model.resourceTemplates),
    prompts: of(model.prompts),
  };
}

/** A copy with placeholders; members without a placeholder are optional in the type and left out. */
const replaced = <Value extends object>(value: Value, keys: readonly string[] = []): Value =>
  Object.fromEntries(
    Object.entries(value).flatMap(([key, member]: [string, unknown]) => {
      if (!keys.includes(key)) return [[key, member]];
      return key in openMembers ? [[key, openMembers[key]]] : [];
    }),
  ) as Value;

function toolOf(tool: ToolModel, open: { readonly decidedAtStart?: readonly string[] }): readonly ContractTool[] {
  const { visibility, inputSchema, outputSchema, annotations, taskSupport } = tool;
  if (visibility === 'internal') return [];
  return [
    withHash(tool, { visibility, ...withoutUndefined({ inputSchema, outputSchema, annotations, taskSupport, ...open }), inputSchema }),
  ];
}

function withHash<Own extends object>(entry: EntryModel, own: Own): ContractEntry & Own {
  const { authorities, availableWhen, description, listedName, title } = entry;
  const rules = withoutUndefined({ availableWhen, authorities });
  const hash = hashOf([listedName, rules, withoutTexts(own)]);
  return { name: listedName, ...withoutUndefined({ title, description }), ...own, ...copyJson(rules), hash };
}

/** Texts for people and models, which no program depends on. */
const textKeys: ReadonlySet<string> = new Set(['title', 'description', 'examples', '$comment']);

/** A copy without texts; a property that is merely called `title` stays. */
function withoutTexts(value: unknown, ofProperties = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutTexts(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => ofProperties || !textKeys.has(key))
      .map(([key, item]) => [key, withoutTexts(item, !ofProperties && ['properties', '$defs', 'patternProperties'].includes(key))]),
  );
}

/** Of JSON, whatever the order of its keys. */
const hashOf = (value: unknown): string => sha256(canonicalText(value));

export interface VersionProposal {
  readonly bump: 'major' | 'minor' | 'patch' | 'none';
  /** Version of the earlier contract. */
  readonly from: string;
  /** Version of the current contract. */
  readonly now: string;
  /** Lowest version that announces the changes. */
  readonly proposed: string;
  readonly sufficient: boolean;
}

/** By semantic versioning; before 1.0.0 a new minor number announces a breaking change, as in caret ranges. */
export function proposeVersion(
  changes: readonly ContractChange[],
  { from, now }: { readonly from: string; readonly now: string },
): VersionProposal {
  const [major = 0, minor = 0, patch = 0] = numbers(from);
  const has = (...kinds: readonly ContractChange['kind'][]): boolean => changes.some(({ kind }) => kinds.includes(kind));
  const early = major === 0;
  const bump = has('breaking')
    ? early
      ? 'minor'
      : 'major'
    : has('added', 'compatible')
      ? early
        ? 'patch'
        : 'minor'
      : has('wording')
        ? 'patch'
        : 'none';
  const next = { major: [major + 1, 0, 0], minor: [major, minor + 1, 0], patch: [major, minor, patch + 1], none: [major, minor, patch] }[
    bump
  ];
  return { bump, from, now, proposed: next.join('.'), sufficient: atLeast(numbers(now), next) };
}

const numbers = (version: string): readonly number[] => (/^\d+(?:\.\d+)*/.exec(version)?.[0] ?? '0').split('.').map(Number);

function atLeast(version: readonly number[], least: readonly number[]): boolean {
  for (const [index, wanted] of least.entries()) {
    const given = version[index] ?? 0;
    if (given !== wanted) return given > wanted;
  }
  return true;
}
