import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPackedCli, npm, scaffold, type Toolbox } from '../packing/scaffold.ts';
import { addResults, verdict, type Section, type SectionContext, type SectionResult } from './section.ts';

const templates = ['basic', 'full'] as const;

/** A project made by the packed CLI outside the repository installs, type-checks, builds, serves, and passes its own test. */
export const scaffoldChecks: Section = {
  name: 'scaffold',
  about: 'projects scaffolded from the packed tarballs',
  async run(context) {
    const folder = mkdtempSync(join(tmpdir(), 'service-scaffold-'));
    try {
      const toolbox = await installPackedCli(folder);
      const results: SectionResult[] = [];
      for (const template of templates) results.push(await checkTemplate(context, toolbox, template));
      return addResults(results);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function checkTemplate(context: SectionContext, toolbox: Toolbox, template: (typeof templates)[number]): Promise<SectionResult> {
  const project = join(toolbox.folder, `made-${template}`);
  const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['service new', () => scaffold(toolbox, `made-${template}`, template)],
    ['npm run typecheck', () => npm(['run', 'typecheck'], project)],
    ['service check', () => npm(['run', 'check'], project)],
    ['npm test (builds, serves, asks)', () => npm(['test'], project)],
    ['its packages are copies, not links', () => holdsCopies(project)],
  ];
  const results: SectionResult[] = [];
  for (const [title, work] of steps) {
    const problem = await work().then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    results.push(verdict(context, `${template}: ${title}`, problem));
    if (problem !== undefined) break; // what follows stands on it
  }
  return addResults(results);
}

function holdsCopies(project: string): Promise<void> {
  const missing = ['@service/sdk/dist/index.js', '@service/cli/dist/cli/index.js'].filter(
    (path) => !existsSync(join(project, 'node_modules', path)),
  );
  return missing.length === 0 ? Promise.resolve() : Promise.reject(new Error(`missing in node_modules: ${missing.join(', ')}`));
}
