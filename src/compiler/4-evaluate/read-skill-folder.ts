import { readdirSync, readFileSync, realpathSync, type Dirent, statSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import {
  frontmatterProblems,
  maxSkillBytes,
  maxSkillFiles,
  mediaTypeOf,
  type SkillFileModel,
  type SkillFolder,
  skillPathProblem,
} from '@service/sdk/model';
import { readFrontMatter } from './front-matter.ts';

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
  const { files: found, inputs, problems } = readFolder(root, folder);
  if (problems.length > 0) return { problems, inputs };
  if (!found.some(({ path }) => path === 'SKILL.md')) return { problems: ['it has no SKILL.md'], inputs };
  const files = [...found.filter(({ path }) => path === 'SKILL.md'), ...found.filter(({ path }) => path !== 'SKILL.md')];
  const matter = readFrontMatter(files[0]?.text ?? '');
  if ('problem' in matter) return { problems: [`SKILL.md: ${matter.problem}`], inputs };
  const name = basename(folder);
  const wrong = [
    ...frontmatterProblems(matter.value).map((problem) => `SKILL.md: ${problem}`),
    ...(matter.value['name'] === name ? [] : [`SKILL.md: "name" must be "${name}", as the folder is called`]),
  ];
  return wrong.length > 0 ? { problems: wrong, inputs } : { content: { frontmatter: matter.value, files }, problems, inputs };
}

/** Files of a folder as they are served, by their paths in it. @param folder relative to the root of the project */
export function readFolder(
  root: string,
  folder: string,
): Pick<SkillReading, 'inputs' | 'problems'> & { readonly files: readonly SkillFileModel[] } {
  const directory = join(root, folder);
  const inputs: string[] = [directory];
  const problems: string[] = [];
  if (leadsOut(root, directory)) return { files: [], problems: ['it leads outside the project by a symbolic link'], inputs };
  const paths = listFiles(directory, { problems, inputs });
  if (problems.length === 0) problems.push(...sizeProblems(directory, paths));
  return { files: problems.length > 0 ? [] : paths.map((path) => readFile(directory, path)), problems, inputs };
}

/** A link could bring files of the build machine into the bundle. */
function leadsOut(root: string, directory: string): boolean {
  try {
    const way = relative(realpathSync(root), realpathSync(directory));
    return way === '..' || way.startsWith(`..${sep}`);
  } catch {
    return false;
  }
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
  const sizes = paths.map((path) => ({ path, size: statSync(join(directory, path)).size }));
  const bytes = sizes.reduce((sum, { size }) => sum + size, 0);
  const [largest] = sizes.toSorted((one, other) => other.size - one.size);
  return [
    ...(paths.length > maxSkillFiles ? [`it has ${paths.length} files, ${maxSkillFiles} at most`] : []),
    ...(bytes > maxSkillBytes ? [`it has ${bytes} bytes, ${maxSkillBytes} at most; "${largest?.path}" has ${largest?.size} of them`] : []),
  ];
}

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
