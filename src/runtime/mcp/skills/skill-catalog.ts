import type { Json, JsonObject, SkillFileModel, SkillModel } from '../../model/index.ts';
import { decodeBase64, hexOf, utf8 } from '../../std/index.ts';
import { pageOf } from '../../entries/index.ts';
import { invalidParams, ResourceNotFound } from '../../errors/index.ts';
import { viewerOf } from '../call/call-pipeline.ts';
import type { Around, Method, MethodCall } from '../protocol.ts';
import { plainResult } from '../json-rpc.ts';
import { readCursor, requireText } from '../params.ts';
import { type RecordSkillUse, useOf } from './skill-audit.ts';
import { summariseSkill } from './skill-texts.ts';

export const skillsExtension = 'io.modelcontextprotocol/skills';
const directoryType = 'inode/directory';
/** Every skill that a caller sees, as one document. */
export const skillIndexUri = 'skill://index.json';
const indexItem = {
  uri: skillIndexUri,
  name: 'skill-index',
  description: 'Lists the skills of this server',
  mimeType: 'application/json',
} as const;

export interface SkillFile {
  readonly skill: SkillModel;
  readonly uri: string;
  readonly model: SkillFileModel;
  readonly size: number;
}

/** Every skill of a model as the protocol shows it. Made once. */
export interface SkillCatalog {
  /** Listed skills, in the order of registration; the manifest is SKILL.md as an item of `resources/list`. */
  readonly listed: readonly ListedSkill[];
  /** Hidden ones too, by the URI of SKILL.md. */
  readonly entryOf: ReadonlyMap<string, Pick<ListedSkill, 'skill' | 'entry'>>;
  readonly fileOf: ReadonlyMap<string, SkillFile>;
  /** Direct children as resources, by the URI of the directory. */
  readonly childrenOf: ReadonlyMap<string, Directory>;
}

interface ListedSkill {
  readonly skill: SkillModel;
  readonly entry: JsonObject;
  readonly manifest: JsonObject;
}

interface Directory {
  readonly skill: SkillModel;
  readonly children: JsonObject[];
}

export async function createSkillCatalog(skills: readonly SkillModel[]): Promise<SkillCatalog> {
  const entryOf = new Map<string, Pick<ListedSkill, 'skill' | 'entry'>>();
  const fileOf = new Map<string, SkillFile>();
  const childrenOf = new Map<string, Directory>();
  const listed: ListedSkill[] = [];
  for (const skill of skills) {
    const root = rootOf(skill);
    const resources: JsonObject[] = [];
    for (const { model, uri } of skillFiles(skill)) {
      const bytes = bytesOf(model);
      const file = { skill, uri, model, size: bytes.length };
      fileOf.set(file.uri, file);
      resources.push({ uri: file.uri, digest: await digestOf(bytes), size: file.size });
      addToDirectories(childrenOf, root, file);
    }
    const uri = `${root}/SKILL.md`;
    const entry: JsonObject = { uri, frontmatter: skill.frontmatter, resources };
    entryOf.set(uri, { skill, entry });
    if (skill.hidden !== true) listed.push({ skill, entry, manifest: describeManifest(uri, skill, fileOf.get(uri)?.size ?? 0) });
  }
  return { listed, entryOf, fileOf, childrenOf };
}

const rootOf = ({ path }: SkillModel): string => `skill://${path}`;

/** The files of a skill by their URIs. */
export const skillFiles = (skill: SkillModel): readonly Pick<SkillFile, 'uri' | 'model'>[] =>
  skill.files.map((model) => ({ uri: `${rootOf(skill)}/${encodePath(model.path)}`, model }));

function describeManifest(uri: string, { frontmatter }: SkillModel, size: number): JsonObject {
  return { uri, name: frontmatter.name, description: frontmatter.description, mimeType: 'text/markdown', size };
}

function bytesOf(file: SkillFileModel): Uint8Array<ArrayBuffer> {
  if (file.text !== undefined) return utf8(file.text);
  return new Uint8Array(decodeBase64(file.blob ?? '') ?? []);
}

const digestOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  `sha256:${hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))}`;

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** The file into its directory, and each directory on the way into the one above, once. */
function addToDirectories(childrenOf: Map<string, Directory>, root: string, file: SkillFile): void {
  const parts = file.model.path.split('/');
  let directory = root;
  for (const [index, part] of parts.entries()) {
    const found = childrenOf.get(directory) ?? { skill: file.skill, children: [] };
    childrenOf.set(directory, found);
    const { children } = found;
    const uri = `${directory}/${encodeURIComponent(part)}`;
    if (index === parts.length - 1) children.push({ uri, name: part, mimeType: file.model.mimeType, size: file.size });
    else if (!hasChild(children, uri)) children.push({ uri, name: part, mimeType: directoryType });
    directory = uri;
  }
}

const hasChild = (children: readonly JsonObject[], uri: Json): boolean => children.some((child) => child.uri === uri);

/** Entries of a page; each may name 512 files. */
const pageRule = { mode: 'auto', pageSize: 20, autoThreshold: 20 } as const;
/** Children of a page. */
const directoryPageRule = { mode: 'auto', pageSize: 200, autoThreshold: 200 } as const;

/** A stored entry whose files have changed since would fail the client's own check of the digests, so nothing is reused. */
const uncached = { ttlMs: 0, cacheScope: 'private' } as const;

/** The skills that a call sees. */
export type Catalog = (call: MethodCall) => Promise<SkillCatalog>;

const skillOf = ({ skill }: ListedSkill): SkillModel => skill;

/** The skills of a list that a caller sees: plugins may hide some. */
async function seenBy(call: MethodCall, { listed }: SkillCatalog): Promise<readonly ListedSkill[]> {
  const { guardSkills } = call.server.runtime.pipeline;
  if (guardSkills === undefined) return listed;
  const viewer = viewerOf(call);
  const shown = await Promise.all(listed.map(({ skill }) => guardSkills.lists(skill, viewer)));
  return listed.filter((_skill, at) => shown[at]);
}

/** @throws {ProtocolError} what `unknown` makes, for a skill that is hidden; a plugin's refusal */
async function admitted<T extends { readonly skill: SkillModel }>(
  found: T | undefined,
  call: MethodCall,
  unknown: () => Error,
): Promise<T> {
  if (found === undefined) throw unknown();
  await call.server.runtime.pipeline.guardSkills?.admit(found.skill, { ...viewerOf(call), origin: 'client', unknown });
  return found;
}

/** `skills/list`, `skills/get` and `resources/directory/read` (SEP-2640). */
export function createSkillMethods(catalog: Catalog, record?: RecordSkillUse): Readonly<Record<string, Method>> {
  return {
    'skills/list': async (call) => {
      const seen = await seenBy(call, await catalog(call));
      const { items, nextCursor } = pageOf(seen, pageRule, readCursor(call.params).cursor);
      await record?.(useOf('list', items.map(skillOf)), call.auth);
      return { skills: items.map(({ entry }) => entry), ...next(nextCursor), ...uncached };
    },
    'skills/get': async (call) => {
      const uri = requireText(call.params, 'uri');
      const unknown = (): Error => invalidParams(`Skill not found: ${uri}`, { uri });
      const { entry, skill } = await admitted((await catalog(call)).entryOf.get(uri), call, unknown);
      await record?.(useOf('read', [skill]), call.auth);
      return { skill: entry, ...uncached };
    },
    'resources/directory/read': async (call) => {
      const { params } = call;
      const uri = requireText(params, 'uri');
      const unknown = (): Error => invalidParams(`Not a directory: ${uri}`, { uri });
      const found = (await catalog(call)).childrenOf.get(uri.endsWith('/') ? uri.slice(0, -1) : uri);
      const { children, skill } = await admitted(found, call, unknown);
      await record?.(useOf('read', [skill]), call.auth);
      const { items, nextCursor } = pageOf(children, directoryPageRule, readCursor(params).cursor);
      return { resources: [...items], ...next(nextCursor), ...uncached };
    },
  };
}

const next = (nextCursor: string | undefined): JsonObject => (nextCursor === undefined ? {} : { nextCursor });

/** The files as resources: SKILL.md listed after the server's own, every file readable. */
export function surroundResources(catalog: Catalog, record?: RecordSkillUse): Readonly<Record<string, Around>> {
  return {
    'resources/list': async (call, proceed) => {
      const result = plainResult(await proceed(call));
      // Lists are paged by the core; the skills are on its last page.
      if (result.nextCursor !== undefined) return result;
      const own = Array.isArray(result.resources) ? result.resources : [];
      const seen = await seenBy(call, await catalog(call));
      await record?.(useOf('list', seen.map(skillOf)), call.auth);
      return { ...result, resources: [...own, ...seen.map(({ manifest }) => manifest), ...(seen.length > 0 ? [indexItem] : [])] };
    },
    'resources/read': async (call, proceed) => {
      const { uri } = call.params;
      if (uri === skillIndexUri) {
        const seen = await seenBy(call, await catalog(call));
        await record?.(useOf('list', seen.map(skillOf)), call.auth);
        return readIndex(seen);
      }
      const file = typeof uri === 'string' ? (await catalog(call)).fileOf.get(uri) : undefined;
      if (file === undefined) return proceed(call);
      await admitted(file, call, () => new ResourceNotFound(file.uri));
      await record?.(useOf('read', [file.skill]), call.auth);
      const { blob, mimeType, text } = file.model;
      return { contents: [{ uri: file.uri, mimeType, ...(text === undefined ? { blob: blob ?? '' } : { text }) }] };
    },
  };
}

function readIndex(seen: readonly ListedSkill[]): JsonObject {
  const skills = seen.map(({ manifest: { uri = '' }, skill }) => ({ ...summariseSkill(skill), url: uri }));
  return { contents: [{ uri: skillIndexUri, mimeType: indexItem.mimeType, text: JSON.stringify({ skills }) }] };
}
