import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { readSkills } from '../../src/compiler/4-evaluate/read-skills.ts';
import type { SkillModel } from '@service/sdk/model';
import type { AttackOutcome } from './attack.ts';
import { withoutGuard } from './take-out.ts';

/** A skill that brings into a bundle what the author has not meant. */
interface SkillFileAttack {
  readonly name: string;
  readonly advisory: string;
  readonly without: readonly (readonly [guard: string, instead: string])[];
  /** Puts it into a project; what lies outside is `../outside`. */
  readonly put: (project: string) => void;
  readonly skill: Pick<SkillModel, 'folder'> | Pick<SkillModel, 'reads'>;
}

const secret = 'SECRET OF THE BUILD MACHINE';
const manifest = '---\nname: told\ndescription: Tells.\n---\n\nRead references.\n';

const write = (project: string, path: string, text: string | Uint8Array): void => {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
};
const told = (project: string): void => write(project, 'skills/told/SKILL.md', manifest);

const address = 'https://example.com/steps.md';
/** A lock of a text, and another text in its place. */
function poison(project: string): void {
  write(project, 'service.lock/steps.md', secret);
  const sha256 = createHash('sha256').update('Look, smell, taste.').digest('hex');
  const row = { adapter: 'skill told', address, sha256, date: '2026-11-01T00:00:00Z', bytes: 19, file: 'steps.md' };
  write(project, 'service.lock.json', JSON.stringify({ version: 1, documents: [row] }));
}

const attacks: readonly SkillFileAttack[] = [
  {
    name: 'a folder that is a link out of the project',
    advisory: 'CWE-59',
    without: [['if (leadsOut(root, directory))', 'if (false)']],
    put: (project) => {
      write(project, '../outside/told/SKILL.md', `${manifest}${secret}`);
      mkdirSync(join(project, 'skills'), { recursive: true });
      symlinkSync(join(project, '../outside/told'), join(project, 'skills/told'));
    },
    skill: { folder: 'skills/told' },
  },
  {
    name: 'a reference that is a link out of the folder',
    advisory: 'CWE-59',
    without: [['entry.isFile() ? skillPathProblem(path) : `"${path}" is neither a file nor a folder; links are not followed`', 'void 0']],
    put: (project) => {
      told(project);
      mkdirSync(join(project, 'skills/told/references'));
      symlinkSync(join(project, '../outside/secret.md'), join(project, 'skills/told/references/secret.md'));
    },
    skill: { folder: 'skills/told' },
  },
  {
    name: 'instructions of a file outside',
    advisory: 'CWE-22',
    without: [
      ['if (!isWithin(root, path))', 'if (false)'],
      ['if (!isWithin(realpathSync(root), real))', 'if (false)'],
    ],
    put: () => undefined,
    skill: { reads: { instructions: { file: '../outside/secret.md' } } },
  },
  {
    name: 'instructions of a link that leads out',
    advisory: 'CWE-59',
    without: [['if (!isWithin(realpathSync(root), real))', 'if (false)']],
    put: (project) => symlinkSync(join(project, '../outside/secret.md'), join(project, 'steps.md')),
    skill: { reads: { instructions: { file: 'steps.md' } } },
  },
  {
    name: 'a script whose name leaves its folder on Windows',
    advisory: 'CWE-22',
    without: [['entry.isFile() ? skillPathProblem(path) : `"${path}" is neither a file nor a folder; links are not followed`', 'void 0']],
    put: (project) => {
      told(project);
      write(project, String.raw`skills/told/scripts/a\..\..\run.sh`, secret);
    },
    skill: { folder: 'skills/told' },
  },
  {
    name: 'a file of 50 MB',
    advisory: 'CWE-400',
    without: [['bytes > maxSkillBytes ? [`it has', 'false ? [`it has']],
    put: (project) => {
      told(project);
      write(project, 'skills/told/references/huge.md', secret);
      truncateSync(join(project, 'skills/told/references/huge.md'), 50 * 1024 * 1024);
    },
    skill: { folder: 'skills/told' },
  },
  {
    name: 'a poisoned copy of a pinned address',
    advisory: 'CWE-494',
    without: [['if (found !== row.sha256)', 'if (false)']],
    put: poison,
    skill: { reads: { instructions: { url: address } } },
  },
];

/** Whether the file of a stranger is served. @param read the reader of the compiler, whole or without a guard */
async function bringsSecret({ put, skill }: SkillFileAttack, read: typeof readSkills): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'skill-files-'));
  try {
    const project = join(folder, 'project');
    mkdirSync(project);
    write(project, '../outside/secret.md', secret);
    put(project);
    const model: SkillModel = {
      kind: 'skill',
      id: 'skill:server/told',
      owner: [{ kind: 'server', id: 'server' }],
      name: 'told',
      skillId: 'told',
      path: 'told',
      frontmatter: { name: 'told', description: 'Tells.' },
      files: [],
      ...skill,
    };
    const { diagnostics, skills } = await read([model], { root: project, spans: {} });
    const served = skills.flatMap(({ files }) => files.map(({ blob, text }) => text ?? Buffer.from(blob ?? '', 'base64').toString()));
    return diagnostics.length === 0 && served.some((text) => text.includes(secret));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The reader of the compiler as one module, without a guard when one is given. */
async function readerOf(folder: string, attack?: SkillFileAttack): Promise<typeof readSkills> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../../src/compiler/4-evaluate/read-skills.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    conditions: ['service-source'],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  const code = outputFiles[0]?.text ?? '';
  const file = join(folder, `reader-${attack === undefined ? 'whole' : attacks.indexOf(attack)}.mjs`);
  writeFileSync(file, attack === undefined ? code : withoutGuard(code, attack));
  return ((await import(pathToFileURL(file).href)) as { readonly readSkills: typeof readSkills }).readSkills;
}

/** Every attack by files, on the compiler as it is. */
export async function runSkillFileAttacks(): Promise<AttackOutcome[]> {
  return withFolder(async (folder) => {
    const read = await readerOf(folder);
    const outcomes: AttackOutcome[] = [];
    for (const attack of attacks)
      outcomes.push({
        name: `skills: ${attack.name}`,
        advisory: attack.advisory,
        target: 'build',
        outcome: (await bringsSecret(attack, read)) ? 'succeeded' : 'refused',
      });
    return outcomes;
  });
}

/** @returns attacks that are refused without their guard too */
export const fileAttacksThatStayShut = (): Promise<readonly string[]> =>
  withFolder(async (folder) => {
    const shut: string[] = [];
    for (const attack of attacks) if (!(await bringsSecret(attack, await readerOf(folder, attack)))) shut.push(attack.name);
    return shut;
  });

async function withFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'skill-reader-'));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
