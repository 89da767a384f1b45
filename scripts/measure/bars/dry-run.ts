import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LocalRegistry } from '../../../test/support/registry/local-registry.ts';
import type { Toolbox } from '../../packing/scaffold.ts';
import { runProgram } from '../../testing/run-program.ts';
import { interleave, type Comparison } from './interleave.ts';

const rounds = 7;

/**
 * The packed `service registry publish --dry-run` on the basic template with a name, against a registry of this machine, beside a fixed time.
 * @param limitMs milliseconds that stand for the other side
 */
export async function compareDryRun(toolbox: Toolbox, root: string, limitMs: number): Promise<Comparison> {
  const project = join(toolbox.folder, 'tool', 'listed');
  cpSync(join(root, 'src/templates/basic'), project, { recursive: true });
  mkdirSync(join(project, 'node_modules'), { recursive: true });
  symlinkSync(join(root, 'node_modules/zod'), join(project, 'node_modules/zod'), 'dir');
  const entry = join(project, 'src/main.ts');
  const registry = `registry: { name: 'com.example/calc', description: 'Adds numbers' },`;
  writeFileSync(entry, readFileSync(entry, 'utf8').replace('@Service({', `@Service({ ${registry}`));
  const local = await LocalRegistry.start();
  const [program, ...args] = toolbox.service;
  const dryRun = async (): Promise<number> => {
    const run = await runProgram(program, [...args, 'registry', 'publish', '--dry-run', '--registry', local.url], { cwd: project });
    if (run.code !== 0) throw new Error(`the dry run ended with code ${run.code}: ${run.stderr}`);
    return run.milliseconds;
  };
  try {
    // The first run fills the cache of the compiler, as any earlier command of a user does.
    await dryRun();
    return await interleave(rounds, dryRun, () => Promise.resolve(limitMs));
  } finally {
    await local.stop();
  }
}
