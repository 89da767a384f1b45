import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { installPackedCli, removeTree, type Toolbox } from '../packing/scaffold.ts';
import { runProgram } from './run-program.ts';
import { addResults, verdict, type Section, type SectionContext, type SectionResult } from './section.ts';
import { faults, type Fault } from './strangers/faults.ts';

const tsconfig = {
  compilerOptions: {
    target: 'es2022',
    lib: ['es2023'],
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    types: [],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  },
  include: ['src'],
};

/** Mistakes of people who had never seen the product, made in projects of the packed packages: each answer is printed. */
export const strangerChecks: Section = {
  name: 'strangers',
  about: 'mistakes of newcomers, and what the packed command line says of them',
  order: 25,
  async run(context) {
    const folder = mkdtempSync(join(tmpdir(), 'service-strangers-'));
    try {
      return await context.run(async () => {
        const toolbox = await installPackedCli(folder);
        // Beside the packages; projects lie below them, as of one workspace, and a fixture may have packages of its own.
        symlinkSync(join(context.root, 'node_modules/zod'), join(folder, 'tool/node_modules/zod'));
        const results: SectionResult[] = [];
        for (const [at, fault] of faults.entries())
          results.push(await provoke(context, toolbox, { fault, project: join(folder, `tool/${at}/project`) }));
        return addResults(results);
      });
    } finally {
      await removeTree(folder);
    }
  },
};

async function provoke(
  context: SectionContext,
  toolbox: Toolbox,
  { fault, project }: { readonly fault: Fault; readonly project: string },
): Promise<SectionResult> {
  write(project, { 'package.json': JSON.stringify({ name: 'demo', version: '1.0.0', type: 'module' }) });
  if (fault.fixture !== undefined) cpSync(join(context.root, 'fixtures/errors', fault.fixture), project, { recursive: true });
  write(project, { 'tsconfig.json': JSON.stringify(tsconfig), ...fault.files });
  const [program, ...args] = toolbox.service;
  const run = await runProgram(program, [...args, ...fault.command], { cwd: project });
  const said = `${run.stdout}${run.stderr}`;
  const isRight = run.code === fault.code && fault.says.test(said);
  const result = verdict(context, `stranger: ${fault.name}`, isRight ? undefined : `exit code ${run.code}\n${said}`);
  context.say(`          ${(fault.says.exec(said)?.[0] ?? '').replaceAll(/\s*\n\s*/g, ' ')}`);
  return result;
}

function write(project: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = join(project, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
