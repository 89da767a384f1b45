import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { packAll, packFresh } from '../pack.ts';
import { newestNode, judgePath } from '../serving/judges.ts';
import { runProgram } from './run-program.ts';
import { addResults, inParallel, verdict, type Section } from './section.ts';

/** publint and arethetypeswrong on the tarballs that users would install; a warning fails too. */
export const packageChecks: Section = {
  name: 'packages',
  about: 'the packed tarballs, judged by publint and arethetypeswrong',
  async run(context) {
    const folder = mkdtempSync(join(tmpdir(), 'service-packages-'));
    try {
      const judged = await inParallel(await packAll(folder), 2, async ({ name, file }) => {
        const lint = await runProgram(newestNode(), [judgePath('publint/src/cli.js'), file, '--strict'], { cwd: folder });
        const attw = judgePath('@arethetypeswrong/cli/dist/index.js');
        const types = await runProgram(newestNode(), [attw, file, '--profile', 'esm-only', '--no-emoji', '--format', 'ascii'], {
          cwd: folder,
        });
        return addResults([
          verdict(context, `publint ${name}`, lint.code === 0 ? undefined : `${lint.stdout}${lint.stderr}`),
          verdict(context, `attw ${name}`, types.code === 0 ? undefined : `${types.stdout}${types.stderr}`),
        ]);
      });
      return addResults([...judged, verdict(context, 'packing again gives the same bytes', await differences(context.root, folder))]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function differences(root: string, folder: string): Promise<string | undefined> {
  const work = join(root, '.service/pack-again');
  try {
    await packFresh(join(work, 'tarballs'), join(work, 'stage'));
    const differing = (await packAll(folder)).filter(
      ({ file }) => !readFileSync(file).equals(readFileSync(join(work, 'tarballs', basename(file)))),
    );
    return differing.length === 0 ? undefined : `different: ${differing.map(({ name }) => name).join(', ')}`;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
