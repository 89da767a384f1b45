import { DocumentUnavailable } from '@service/sdk/entries';
import { createPrepareIo } from '@service/sdk/hosts/prepare-io';
import {
  maxSkillBytes,
  maxSkillFiles,
  printSkillManifest,
  type SkillFileModel,
  type SkillModel,
  type SkillSources,
} from '@service/sdk/model';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import type { DocumentSource } from '../model/documents.ts';
import type { Span } from '../model/span.ts';
import { readFolder, readSkillFolder, type SkillReading } from './read-skill-folder.ts';

interface SkillLocation {
  readonly root: string;
  readonly spans: Readonly<Record<string, Span>>;
  /** Where texts of URLs come from that are not in the lock; nowhere when absent. */
  readonly documents?: DocumentSource | undefined;
}

/** Skills with the content of their folders, files and URLs, and the absolute paths that were read; others stay as they are. */
export async function readSkills(
  skills: readonly SkillModel[],
  location: SkillLocation,
): Promise<{ readonly skills: readonly SkillModel[]; readonly diagnostics: readonly Diagnostic[]; readonly inputs: readonly string[] }> {
  const diagnostics: Diagnostic[] = [];
  const inputs: string[] = [];
  const complete: SkillModel[] = [];
  for (const skill of skills) {
    const { folder, reads } = skill;
    const reading =
      folder !== undefined
        ? readSkillFolder(location.root, folder)
        : reads === undefined
          ? undefined
          : await readSources(skill, reads, location);
    inputs.push(...(reading?.inputs ?? []));
    const span = location.spans[skill.id] ?? location.spans['server'];
    const label = folder === undefined ? `skill "${skill.name}"` : `skill folder "${folder}"`;
    for (const problem of reading?.problems ?? []) diagnostics.push(diagnose('invalid-skill', { skill: label, problem }, { span }));
    complete.push({ ...skill, ...reading?.content });
  }
  return { skills: complete, diagnostics, inputs };
}

/** A skill that is written inline, whose text or files are elsewhere. */
async function readSources(
  skill: SkillModel,
  { instructions, resources = {} }: SkillSources,
  location: SkillLocation,
): Promise<SkillReading> {
  const inputs: string[] = [];
  const problems: string[] = [];
  const files: SkillFileModel[] = [...skill.files];
  for (const [kind, folder] of Object.entries(resources)) {
    const found = readFolder(location.root, folder);
    inputs.push(...found.inputs);
    problems.push(...found.problems.map((problem) => `"resources.${kind}": folder "${folder}": ${problem}`));
    files.push(...found.files.map((file) => ({ ...file, path: `${kind}/${file.path}` })));
  }
  if (instructions !== undefined) {
    const text = await readInstructions(skill.name, instructions, { ...location, onRead: (path) => inputs.push(path) });
    if ('problem' in text) problems.push(`"instructions": ${text.problem}`);
    else files.unshift({ path: 'SKILL.md', mimeType: 'text/markdown', text: printSkillManifest(skill.frontmatter, text.value) });
  }
  const twice = files.find(({ path }, at) => files.some((other, before) => before < at && other.path === path));
  if (twice !== undefined) problems.push(`"${twice.path}" is in "files" and in "resources"`);
  const bytes = files.reduce(
    (sum, { blob, text = '' }) => sum + Buffer.byteLength(blob ?? text, blob === undefined ? 'utf8' : 'base64'),
    0,
  );
  if (files.length > maxSkillFiles) problems.push(`it has ${files.length} files, ${maxSkillFiles} at most`);
  if (bytes > maxSkillBytes) problems.push(`it has ${bytes} bytes, ${maxSkillBytes} at most`);
  return problems.length > 0 ? { problems, inputs } : { content: { frontmatter: skill.frontmatter, files }, problems, inputs };
}

type Instructions = { readonly value: string } | { readonly problem: string };

async function readInstructions(
  name: string,
  source: NonNullable<SkillSources['instructions']>,
  { documents, onRead, root }: SkillLocation & { readonly onRead: (path: string) => void },
): Promise<Instructions> {
  const address = 'file' in source ? source.file : source.url;
  const owner = { name, className: 'skill' };
  const readFrom = (lockedIn?: string) => createPrepareIo({ root, onRead, lockedIn })(owner).read(address);
  try {
    const { bytes } = await readFrom(documents?.folder).catch(async (failure: unknown) => {
      if (documents === undefined || !(failure instanceof DocumentUnavailable) || failure.problem !== 'document-not-locked') throw failure;
      const refusal = await documents.fetch([{ adapter: `skill ${name}`, address }]);
      if (refusal !== undefined) throw new DocumentUnavailable('document-refused', address, refusal.detail);
      return readFrom(documents.folder);
    });
    return textProblem(bytes, address) ?? { value: new TextDecoder().decode(bytes) };
  } catch (failure) {
    if (!(failure instanceof DocumentUnavailable)) throw failure;
    return { problem: failure.message };
  }
}

function textProblem(bytes: Uint8Array, address: string): { readonly problem: string } | undefined {
  if (bytes.length > maxSkillBytes) return { problem: `${address} has ${bytes.length} bytes, ${maxSkillBytes} at most` };
  const text = decoded(bytes);
  if (text === undefined || text.trim() === '') return { problem: `${address} must hold text in UTF-8` };
  return text.startsWith('---\n') ? { problem: `${address} has front matter of its own: name its folder with "folder"` } : undefined;
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
