import { readdirSync, readFileSync, type Dirent, type Stats, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  frontmatterProblems,
  mediaTypeOf,
  maxSkillBytes,
  maxSkillFiles,
  skillPathProblem,
  type SkillFileModel,
  type SkillFolder,
  type SkillModel,
} from '@service/sdk/model';
import { readFrontMatter } from './front-matter.ts';
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
