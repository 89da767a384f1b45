import { inspect } from 'node:util';
import { readdirSync, readFileSync, type Dirent, type Stats, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  frontmatterProblems,
  type Json,
  type JsonObject,
  maxSkillBytes,
  maxSkillFiles,
  mediaTypeOf,
  type SkillFileModel,
  type SkillFolder,
  type SkillModel,
  skillPathProblem,
} from '@service/sdk/model';
import { isRecord } from '@service/sdk/internal';
import { isAlias, LineCounter, parseDocument, visit, type Document, type Node, type YAMLError } from 'yaml';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import type { Span } from '../model/span.ts';

export interface SkillReading {
  /** Absent when there is a problem. */
  readonly content?: SkillFolder;
  readonly problems: readonly string[];
  /** Absolute paths that decide the content: the files, and the directories for files that come and go. */
  readonly inputs: readonly string[];
}

/**
 * Reads a skill folder for a bundle that has no files beside it. Names that begin with a dot are left out (editors and systems leave
 * such files behind).
 * @param root project root
 * @param folder relative to it, `/` between the parts
 */
export function readSkillFolder(root: string, folder: string): SkillReading {
  const directory = join(root, folder);
  const inputs: string[] = [directory];
  const problems: string[] = [];
  const paths = listFiles(directory, { problems, inputs });
  if (problems.length > 0) return { problems, inputs };
  if (!paths.includes('SKILL.md')) return { problems: ['it has no SKILL.md'], inputs };
  problems.push(...sizeProblems(directory, paths));
  if (problems.length > 0) return { problems, inputs };
  const files = ['SKILL.md', ...paths.filter((path) => path !== 'SKILL.md')].map((path) => readFile(directory, path));
  const matter = readFrontMatter(files[0]?.text ?? '');
  if ('problem' in matter) return { problems: [`SKILL.md: ${matter.problem}`], inputs };
  problems.push(...frontmatterProblems(matter.value).map((problem) => `SKILL.md: ${problem}`));
  const name = basename(folder);
  if (matter.value['name'] !== name) problems.push(`SKILL.md: "name" must be "${name}", as the folder is called`);
  return problems.length > 0 ? { problems, inputs } : { content: { frontmatter: matter.value, files }, problems, inputs };
}

function listFiles(directory: string, found: { problems: string[]; inputs: string[] }, below = ''): string[] {
  const entries = entriesOf(join(directory, below));
  if (entries === undefined) {
    found.problems.push(below === '' ? 'there is no such folder' : `"${below}" cannot be read`);
    return [];
  }
  return entries.flatMap((entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.name.startsWith('.')) return [];
    found.inputs.push(join(directory, path));
    if (entry.isDirectory()) return listFiles(directory, found, path);
    // A link could bring a file of the build machine into the bundle.
    const problem = entry.isFile() ? skillPathProblem(path) : `"${path}" is neither a file nor a folder; links are not followed`;
    if (problem !== undefined) found.problems.push(problem);
    return [path];
  });
}

/** In an order that does not depend on the file system. */
function entriesOf(folder: string): Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((left, right) => (left.name < right.name ? -1 : 1));
  } catch {
    return undefined;
  }
}

function sizeProblems(directory: string, paths: readonly string[]): string[] {
  const bytes = paths.reduce((sum, path) => sum + sizeOf(statSync(join(directory, path))), 0);
  return [
    ...(paths.length > maxSkillFiles ? [`it has ${paths.length} files, ${maxSkillFiles} at most`] : []),
    ...(bytes > maxSkillBytes ? [`it has ${bytes} bytes, ${maxSkillBytes} at most`] : []),
  ];
}

const sizeOf = ({ size }: Stats): number => size;

/** The byte order mark is kept: digests are of the bytes as they are. */
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function readFile(directory: string, path: string): SkillFileModel {
  const bytes = readFileSync(join(directory, path));
  const text = textOf(bytes);
  const known = mediaTypeOf(path);
  if (text === undefined) return { path, mimeType: known ?? 'application/octet-stream', blob: bytes.toString('base64') };
  return { path, mimeType: known ?? 'text/plain', text };
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = strictDecoder.decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Skills with the content of their folders, and the absolute paths that were read; skills written inline stay as they are. */
export function readSkills(
  skills: readonly SkillModel[],
  location: { readonly root: string; readonly spans: Readonly<Record<string, Span>> },
): { readonly skills: readonly SkillModel[]; readonly diagnostics: readonly Diagnostic[]; readonly inputs: readonly string[] } {
  const diagnostics: Diagnostic[] = [];
  const inputs: string[] = [];
  const complete = skills.map((skill) => {
    if (skill.folder === undefined) return skill;
    const reading = readSkillFolder(location.root, skill.folder);
    inputs.push(...reading.inputs);
    const span = location.spans[skill.id] ?? location.spans['server'];
    for (const problem of reading.problems) {
      diagnostics.push(diagnose('invalid-skill', { skill: `skill folder "${skill.folder}"`, problem }, { span }));
    }
    return { ...skill, ...reading.content };
  });
  return { skills: complete, diagnostics, inputs };
}

/** Front matter as JSON, or why it cannot be read; never a guess. */
type FrontMatter = { readonly value: JsonObject } | { readonly problem: string };

/** Far above any real front matter. */
const maxCharacters = 16_384;
/** The parser recurses once for each level; a thousand levels exhaust the stack inside V8, where no error can be caught. */
const maxLevels = 256;

/**
 * Reads the front matter of a SKILL.md by the core schema of YAML 1.2. Values that JSON lacks, and syntax that other readers may read
 * differently, are refused.
 */
export function readFrontMatter(markdown: string): FrontMatter {
  const block = /^\ufeff?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(markdown)?.[1];
  if (block === undefined) return { problem: 'it must begin with a line "---", then the front matter, then a line "---"' };
  if (block.length > maxCharacters) return { problem: `its front matter has ${block.length} characters, ${maxCharacters} at most` };
  if (couldBeDeep(block)) return { problem: `its front matter has more than ${maxLevels} brackets or levels` };
  const lines = new LineCounter();
  // A schema of core and no merge keys: "<<" would be read differently elsewhere. logLevel "error" keeps a second document an error.
  const document = parseDocument(block, { schema: 'core', stringKeys: true, prettyErrors: false, logLevel: 'error', lineCounter: lines });
  const lineOf = (offset: number): number => lines.linePos(offset).line + 1; // "---" is line 1
  const [fault] = [...document.errors, ...document.warnings];
  if (fault !== undefined) return { problem: `line ${lineOf(fault.pos[0])}: ${remedyOf(fault)}` };
  if (document.directives?.yaml.explicit === true) return { problem: 'a line "%YAML …" has no place in front matter; take it out' };
  const problem = problemOfNodes(document, lineOf);
  if (problem !== undefined) return { problem };
  const value: unknown = document.toJS({ maxAliasCount: 0 });
  return isRecord(value) ? jsonObject(value) : { problem: 'its front matter must be "key: value" lines' };
}

/** Every level takes a bracket, or a column of indentation or a "- " or "? " at the head of a line; brackets in texts count too. */
const couldBeDeep = (block: string): boolean =>
  (block.match(/[[{]/g)?.length ?? 0) > maxLevels || block.split('\n').some((line) => (/^[\s?-]*/.exec(line)?.[0].length ?? 0) > maxLevels);

const coreTags = ['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((name) => `tag:yaml.org,2002:${name}`);

/** The most frequent fault in descriptions; the parser's message for it is unclear. */
const remedyOf = ({ code, message }: YAMLError): string =>
  code === 'BLOCK_AS_IMPLICIT_KEY' ? 'a text that holds ": " must be in quotes' : message;

/** Aliases can multiply a small file; tags make values that JSON does not have. */
function problemOfNodes(document: Document, lineOf: (offset: number) => number): string | undefined {
  let problem: string | undefined;
  visit(document, {
    Node: (_key, node) => {
      const reason = problemOfNode(node);
      if (reason === undefined) return undefined;
      problem = `line ${lineOf(node.range?.[0] ?? 0)}: ${reason}`;
      return visit.BREAK;
    },
  });
  return problem;
}

function problemOfNode(node: Node): string | undefined {
  if (isAlias(node)) return `"*${node.source}" stands for another value; write the value itself`;
  if ('anchor' in node && node.anchor !== undefined) return `take out "&${node.anchor}"`;
  if (node.tag !== undefined && !coreTags.includes(node.tag)) return `take out the tag "${node.tag}"`;
  return undefined;
}

function jsonObject(value: Readonly<Record<string, unknown>>): FrontMatter {
  try {
    return { value: toJsonObject(value) };
  } catch (failure) {
    if (failure instanceof NotJson) return { problem: failure.message };
    throw failure;
  }
}

class NotJson extends Error {}

function toJsonObject(value: Readonly<Record<string, unknown>>): JsonObject {
  // Copied as a key, it would set a prototype.
  if (Object.hasOwn(value, '__proto__')) throw new NotJson('"__proto__" cannot be a key');
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toJson(inner, key)]));
}

function toJson(value: unknown, key: string): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))) return value;
  if (Array.isArray(value)) return value.map((inner) => toJson(inner, key));
  if (isRecord(value)) return toJsonObject(value);
  throw new NotJson(`"${key}": JSON cannot hold ${inspect(value)}; put it in quotes`);
}
