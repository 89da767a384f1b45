/* Test support: a project from the basic template in a temporary folder, with the packages that an installation would put there. */
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cliBinary } from './run-cli.ts';

export { freePort } from '../../../scripts/serving/free-port.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
/** Beside an installed command line lies the SDK that it was installed with. */
const installedSdk = resolve(dirname(cliBinary), '../../sdk');

/** Makes `<new temporary folder>/calc`; the caller removes `root`. */
export function makeProject(): { readonly root: string; readonly project: string } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'service-project-')));
  const project = join(root, 'calc');
  cpSync(join(repository, 'src/templates/basic'), project, { recursive: true });
  linkPackages(project);
  return { root, project };
}

/** The packages that an installation would put there, as links. */
export function linkPackages(project: string): void {
  mkdirSync(join(project, 'node_modules/@service'), { recursive: true });
  const installed = existsSync(join(installedSdk, 'package.json'));
  symlinkSync(installed ? installedSdk : join(repository, 'packages/sdk'), join(project, 'node_modules/@service/sdk'));
  // Their types are those of their builds; a checkout has none.
  if (installed)
    for (const name of ['cli', 'testing']) symlinkSync(resolve(installedSdk, '..', name), join(project, 'node_modules/@service', name));
  for (const name of ['zod', '@types']) symlinkSync(join(repository, 'node_modules', name), join(project, 'node_modules', name));
}

/** Changes a file as editors do: written beside it and renamed over it. */
export function editFile(file: string, change: (text: string) => string): void {
  writeFileSync(`${file}.tmp`, change(existsSync(file) ? readFileSync(file, 'utf8') : ''));
  renameSync(`${file}.tmp`, file);
}

/** Until a file is there. Waits without taking the processor from what is to write it. */
export async function appears(file: string): Promise<void> {
  // Whoever writes it may end without having done so: nothing waits for the watcher.
  const watcher = watch(dirname(file)).unref();
  try {
    while (!existsSync(file)) await once(watcher, 'change');
  } finally {
    watcher.close();
  }
}

export interface SlowModule {
  /** Until the module is being loaded, or the process that should do so has ended. */
  loading(process: Promise<unknown>): Promise<void>;
}

/** A module that takes 15 s to load, imported by the entry. It tells that by reading, because some commands let definitions write nothing. */
export function addSlowModule(project: string, module: string): SlowModule {
  const pipe = join(dirname(project), `${basename(project)}.loading`);
  execFileSync('mkfifo', [pipe]);
  writeFileSync(
    join(project, 'src', `${module}.ts`),
    `import { openSync } from 'node:fs';\nopenSync(${JSON.stringify(pipe)}, 'r');\nAtomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 15000);\n`,
  );
  editFile(join(project, 'src/main.ts'), (text) => `import './${module}';\n${text}`);
  return {
    async loading(process) {
      let ended = false;
      process.then(
        () => (ended = true),
        () => (ended = true),
      );
      while (!ended) {
        try {
          return closeSync(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK));
        } catch (error) {
          // Nobody reads it yet.
          if (!(error instanceof Error && 'code' in error && error.code === 'ENXIO')) throw error;
        }
        await sleep(20);
      }
    },
  };
}
