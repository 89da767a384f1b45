import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { packAll, packFresh, type PackedPackage } from '../pack.ts';
import { newestNode, judgePath } from '../serving/judges.ts';
import { runProgram } from './run-program.ts';
import { addResults, verdict, type Section, type SectionResult } from './section.ts';

/** publint and arethetypeswrong on the tarballs that users would install; a warning fails too. */
export const packageChecks: Section = {
  name: 'packages',
  about: 'the packed tarballs, judged by publint and arethetypeswrong',
  order: 24,
  async run(context) {
    const folder = mkdtempSync(join(tmpdir(), 'service-packages-'));
    try {
      const packages = await context.run(() => packAll(folder));
      const judge = async ({ file, name }: PackedPackage): Promise<SectionResult> => {
        const lint = await runProgram(newestNode(), [judgePath('publint/src/cli.js'), file, '--strict'], { cwd: folder });
        const attw = judgePath('@arethetypeswrong/cli/dist/index.js');
        const types = await runProgram(newestNode(), [attw, file, '--profile', 'esm-only', '--no-emoji', '--format', 'ascii'], {
          cwd: folder,
        });
        return addResults([
          verdict(context, `publint ${name}`, lint.code === 0 ? undefined : `${lint.stdout}${lint.stderr}`),
          verdict(context, `attw ${name}`, types.code === 0 ? undefined : `${types.stdout}${types.stderr}`),
        ]);
      };
      const again = context.run(async () =>
        verdict(context, 'packing again gives the same bytes', await differences(context.root, folder)),
      );
      return addResults([...(await Promise.all(packages.map((one) => context.run(() => judge(one))))), await again]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function differences(root: string, folder: string): Promise<string | undefined> {
  const work = join(root, `.service/pack-again-${process.pid}`);
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
