import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyPackages, fileDependencies, isInstalled, npmVariables, type Toolbox } from '../packing/scaffold.ts';
import { runProgram } from './run-program.ts';
import { addResults, verdict, type SectionContext, type SectionResult } from './section.ts';

export const exampleNames = (root: string): readonly string[] => readdirSync(join(root, 'examples'));

/** An example, copied out of the repository, with the packed packages: the commands of its README, as they stand there. */
export async function checkExample(context: SectionContext, toolbox: Toolbox, name: string): Promise<SectionResult> {
  const folder = join(toolbox.folder, `example-${name}`);
  cpSync(join(context.root, 'examples', name), folder, { recursive: true });
  usePacked(join(folder, 'package.json'), fileDependencies(toolbox.packages));
  // A page has other packages than the tool.
  if (existsSync(join(folder, 'service.config.ts'))) await copyPackages(toolbox, folder);
  const results: SectionResult[] = [];
  for (const command of commandsOf(readFileSync(join(folder, 'README.md'), 'utf8'))) {
    // Another installation of the same packages would find nothing to do.
    if (command === 'npm install' && isInstalled(toolbox, folder)) continue;
    const run = await runProgram('sh', ['-c', command], {
      cwd: folder,
      env: npmVariables(),
    });
    const said = `${run.stdout}${run.stderr}`;
    const warned = /(?: check|^npm run build\S*)$/.test(command) && /\bwarning\b|_DIRECTIVE/i.test(run.stderr);
    results.push(verdict(context, `example ${name}: ${command}`, run.code === 0 && !warned ? undefined : said));
    if (run.code !== 0) break; // what follows stands on it
  }
  return addResults(results);
}

/** The lines of the first `sh` block. */
function commandsOf(readme: string): readonly string[] {
  const [, block = ''] = /```sh\n([\s\S]*?)```/.exec(readme) ?? [];
  const commands = block.split('\n').filter((line) => line.trim() !== '');
  if (commands.length === 0) throw new Error('a README without commands');
  return commands;
}

function usePacked(file: string, packed: Readonly<Record<string, string>>): void {
  const text = readFileSync(file, 'utf8').replaceAll(/("(@service\/[a-z-]+)": )"[^"]*"/g, (whole, key: string, name: string) =>
    packed[name] === undefined ? whole : `${key}"${packed[name]}"`,
  );
  writeFileSync(file, text);
}
