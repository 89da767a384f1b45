import { spawnSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** What the tests of stores, of load balancers, of sign-in pages and of completion run against: program and, where it differs, Debian package. */
const programs = ['redis-server', 'nginx', 'haproxy', 'chromium-headless-shell', 'zsh', 'fish', 'script=bsdutils'] as const;

/** Bytes of the temporary folder that a run needs at a time: three executables, projects with their packages. */
const temporaryBytes = 3_000_000_000;

/** Installs the programs that the tests need where that is possible. What a run cannot do without and this machine lacks, one line each. */
export function missingOnMachine(root: string): readonly string[] {
  spawnSync('bash', ['scripts/system-packages.sh', ...programs], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const { bavail, bsize } = statfsSync(tmpdir());
  return [...programProblems(isOnPath), ...temporaryFolderProblems(tmpdir(), bavail * bsize)];
}

export function programProblems(isThere: (name: string) => boolean): readonly string[] {
  return programs.flatMap((program) => {
    const [name = '', debian = name] = program.split('=');
    return isThere(name) ? [] : [`${name} is not on the PATH. Install it (Debian: apt-get install ${debian})`];
  });
}

/** @param free bytes */
export function temporaryFolderProblems(folder: string, free: number): readonly string[] {
  if (free >= temporaryBytes) return [];
  const [has, needs] = [free, temporaryBytes].map((bytes) => `${(bytes / 1e9).toFixed(1)} GB`);
  return [`the temporary folder ${folder} has ${has} free, and a run needs ${needs}. Free some, or name another folder in TMPDIR`];
}

const isOnPath = (name: string): boolean => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
