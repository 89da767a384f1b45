import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { context } from 'esbuild';
import { modernRequest } from '../../../test/support/wire-client.ts';
import type { Toolbox } from '../../packing/scaffold.ts';
import { freePort } from '../../serving/free-port.ts';
import { interleave, type Comparison } from './interleave.ts';

const rounds = 15;

/**
 * From a save under the packed `service dev` to the first call that the new code answers, beside what nobody can save: esbuild's own
 * incremental build of the same project and the start of a process. Both see the same save.
 */
export async function compareReload(toolbox: Toolbox, root: string): Promise<Comparison> {
  const project = join(toolbox.folder, 'tool', 'reloaded');
  cpSync(join(root, 'src/templates/basic'), project, { recursive: true });
  mkdirSync(join(project, 'node_modules'), { recursive: true });
  symlinkSync(join(root, 'node_modules/zod'), join(project, 'node_modules/zod'), 'dir');
  const tool = new SavedTool(join(project, 'src/tools/add.tool.ts'));
  const port = await freePort();
  const [command, ...args] = toolbox.service;
  const dev = spawn(command, [...args, 'dev', '--port', String(port), '--no-check'], { cwd: project, stdio: 'ignore' });
  const ended = once(dev, 'exit');
  const incremental = await context({
    entryPoints: [join(project, 'src/main.ts')],
    outfile: join(project, 'out/main.mjs'),
    absWorkingDir: project,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  });
  const url = `http://127.0.0.1:${port}/mcp`;
  try {
    await answers(url, tool.expected, dev);
    await incremental.rebuild();
    return await interleave(
      rounds,
      async () => {
        const started = performance.now();
        tool.save();
        await answers(url, tool.expected, dev);
        return performance.now() - started;
      },
      async () => {
        const started = performance.now();
        await incremental.rebuild();
        await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
        return performance.now() - started;
      },
    );
  } finally {
    dev.kill('SIGTERM');
    await ended;
    await incremental.dispose();
  }
}

/** A tool that answers differently after every save. */
class SavedTool {
  readonly #file: string;
  readonly #text: string;
  #saves = 0;

  constructor(file: string) {
    this.#file = file;
    this.#text = readFileSync(file, 'utf8');
    if (!this.#text.includes('input.a + input.b')) throw new Error(`${file} does not add`);
  }

  /** The sum of 2 and 3. */
  get expected(): number {
    return 5 + this.#saves;
  }

  /** Saves like an editor: writes beside the file, then renames. */
  save(): void {
    this.#saves += 1;
    writeFileSync(`${this.#file}.tmp`, this.#text.replace('input.a + input.b', `input.a + input.b + ${this.#saves}`));
    renameSync(`${this.#file}.tmp`, this.#file);
  }
}

async function answers(url: string, sum: number, dev: { readonly exitCode: number | null }): Promise<void> {
  const text = `"structuredContent":{"sum":${sum}}`;
  // Waits while no server listens, and while the old code answers.
  while (!(await call(url).catch(() => '')).includes(text)) {
    if (dev.exitCode !== null) throw new Error(`service dev ended with code ${dev.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function call(url: string): Promise<string> {
  const answer = await fetch(url, { method: 'POST', ...modernRequest('tools/call', { name: 'add', arguments: { a: 2, b: 3 } }) });
  return answer.text();
}
