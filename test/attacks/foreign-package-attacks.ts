import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readArchive } from '../../src/cli/mcpb/read-archive.ts';
import { mcpbTarget } from '../../src/targets/mcpb/target.ts';
import { editFile, makeProject } from '../support/cli/project-fixture.ts';
import { build, requestOf } from '../support/compile.ts';
import type { AttackOutcome } from './attack.ts';

/** A package of a stranger, installed or in the folder of prebuilt ones, that takes a private file of the builder into the archive. */
interface ForeignPackageAttack {
  readonly name: string;
  /** The finding that stops it; another one means that this guard is gone. */
  readonly refusal: 'package-file-outside' | 'package-name-unsafe';
  /** Members of the package's manifest. */
  readonly manifest?: object;
  /** @param one folder of the package; @param victim a folder of the builder, with a manifest of its own */
  readonly plant?: (one: string, victim: string) => void;
  readonly place?: 'installed' | 'prebuilt';
}

const secret = 'hunter2-of-the-builder';
const platform = `${process.platform}-${process.arch}`;
const text = JSON.stringify;

const linking = (name: string, path: string, target = 'private/key.txt'): ForeignPackageAttack => ({
  name,
  refusal: 'package-file-outside',
  plant: (one, victim) => {
    mkdirSync(dirname(join(one, path)), { recursive: true });
    symlinkSync(join(victim, target), join(one, path));
  },
});
const naming = (member: string, value: object): ForeignPackageAttack => ({
  name: `a path in ${member}`,
  refusal: 'package-name-unsafe',
  manifest: { [member]: value },
});
const toVictim = { '../../victim/private': '*' };

const attacks: readonly ForeignPackageAttack[] = [
  linking('a link to a file', 'notes.txt'),
  linking('a link to a file, deeper', 'lib/data/notes.txt'),
  linking('an add-on that is a link', `prebuilds/${platform}/other.node`),
  { ...linking('a link to a file, prebuilt', 'notes.txt'), place: 'prebuilt' },
  { ...naming('dependencies', { '../../../../../victim/private': '*' }), name: 'a path in dependencies, prebuilt', place: 'prebuilt' },
  naming('dependencies', toVictim),
  naming('optionalDependencies', toVictim),
  naming('peerDependencies', toVictim),
  {
    name: 'a dependency that is a link to a folder of another name',
    refusal: 'package-file-outside',
    manifest: { dependencies: { helper: '*' } },
    plant: (one, victim) => {
      mkdirSync(join(one, 'node_modules'));
      symlinkSync(join(victim, 'private'), join(one, 'node_modules/helper'));
    },
  },
  {
    name: 'a prebuilt package that is a link to a folder of the builder',
    refusal: 'package-file-outside',
    place: 'prebuilt',
    plant: (one, victim) => {
      rmSync(one, { recursive: true });
      symlinkSync(join(victim, 'private'), one);
    },
  },
  { name: 'a name that is a path out of the archive', refusal: 'package-name-unsafe', manifest: { name: '../../../pwned' } },
  { name: 'a name that is no text', refusal: 'package-name-unsafe', manifest: { name: ['nat'] } },
];

/** A package with an add-on for this platform. */
function writePackage(folder: string, members: object = {}): void {
  mkdirSync(join(folder, 'prebuilds', platform), { recursive: true });
  writeFileSync(join(folder, 'package.json'), text({ name: 'nat', version: '1.0.0', main: 'index.js', gypfile: true, ...members }));
  writeFileSync(join(folder, 'index.js'), 'exports.ready = true;\n');
  writeFileSync(join(folder, 'prebuilds', platform, 'nat.node'), '');
}

async function outcomeOf({ manifest, place = 'installed', plant, refusal }: ForeignPackageAttack): Promise<AttackOutcome['outcome']> {
  const { project, root } = makeProject();
  try {
    const victim = join(root, 'victim');
    mkdirSync(join(victim, 'private'), { recursive: true });
    writeFileSync(join(victim, 'private/package.json'), text({ name: 'private', version: '1.0.0' }));
    writeFileSync(join(victim, 'private/key.txt'), secret);
    editFile(join(project, 'src/main.ts'), (code) => `import nat from 'nat';\nexport const ready = nat.ready;\n${code}`);
    const [installed, prebuilt] = [join(project, 'node_modules/nat'), join(project, 'prebuilt', platform, 'node_modules/nat')];
    const attacked = place === 'installed' ? installed : prebuilt;
    writePackage(installed);
    writePackage(attacked, manifest);
    plant?.(attacked, victim);
    const nativePackages = join(project, 'prebuilt');
    const packaging = { nativePlatforms: [platform], ...(place === 'prebuilt' ? { nativePackages } : {}) };
    const { diagnostics, output } = await build(requestOf(project, 'notes', { packaging }), mcpbTarget);
    const archives = (output?.files ?? []).filter(({ path }) => path.endsWith('.mcpb'));
    const entries = (await Promise.all(archives.map(({ contents }) => readArchive(Buffer.from(contents))))).flat();
    const isTaken = entries.some((entry) => entry.path.includes('..') || Buffer.from(entry.read()).includes(secret));
    return !isTaken && diagnostics.some(({ code }) => code === refusal) ? 'refused' : 'succeeded';
  } finally {
    rmSync(root, { recursive: true });
  }
}

export async function runForeignPackageAttacks(): Promise<AttackOutcome[]> {
  const outcomes: AttackOutcome[] = [];
  for (const attack of attacks)
    outcomes.push({
      name: `package: ${attack.name}`,
      advisory: 'CWE-22, CWE-59',
      target: 'command line',
      outcome: await outcomeOf(attack),
    });
  return outcomes;
}
