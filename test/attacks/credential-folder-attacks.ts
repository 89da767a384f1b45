import { chmodSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programFolder } from '../../src/runtime/command-line/sessions/program-folder.ts';
import { SessionStore } from '../../src/runtime/command-line/sessions/session-store.ts';
import type { FolderAttack } from './folder-attack.ts';

const url = 'https://alpha.example/mcp';
const stored = { current: 'work', byName: new Map([['work', { url, credentials: { accessToken: 'the token of alpha' } }]]) };

/** Of a generated command line, as it opens its own. */
const storeOf = (home: string, name: string): SessionStore => new SessionStore(join(home, 'cli', programFolder(name)), name);

/** What a program reads, whether or not it is its own; undefined when the read is refused. */
const tokenIn = async (store: SessionStore): Promise<string | undefined> =>
  store.read().then(
    ({ byName }) => [...byName.values()].find(({ credentials }) => credentials !== undefined)?.credentials?.accessToken,
    () => undefined,
  );

/** Puts files of alpha where beta keeps its own. */
function copyToBeta(home: string, files: readonly string[]): SessionStore {
  const [from, to] = ['alpha', 'beta'].map((name) => join(home, 'cli', programFolder(name))) as [string, string];
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const file of files) copyFileSync(join(from, file), join(to, file));
  return storeOf(home, 'beta');
}

/** Pairs that a file system, or the escaping of names, could take for one. */
const likeNames = [
  ['a b', 'a_b'],
  ['a/b', 'a_b'],
  ['Demo', 'demo'],
  ['demo.', 'demo'],
  ['..', '__'],
  ['é', 'e\u0301'],
  [`${'x'.repeat(80)}1`, `${'x'.repeat(80)}2`],
] as const;

export const credentialFolderAttacks: readonly FolderAttack[] = [
  {
    name: 'credentials: the file of one program, and its key, read by another',
    advisory: 'CWE-345, CWE-522',
    succeeds: async (home) => {
      await storeOf(home, 'alpha').change(() => stored);
      if ((await tokenIn(storeOf(home, 'alpha'))) === undefined) throw new Error('alpha cannot read its own');
      for (const files of [['sessions'], ['key', 'sessions']]) if ((await tokenIn(copyToBeta(home, files))) !== undefined) return true;
      return false;
    },
  },
  {
    name: 'credentials: a program whose name falls on the folder of another',
    advisory: 'CWE-706, CWE-178',
    succeeds: async (home) => {
      for (const [one, other] of likeNames) {
        const folders = [one, other].map((name) => programFolder(name).normalize('NFC').toLowerCase());
        if (folders[0] === folders[1] || folders.some((folder) => /^\.|[/\\]|[. ]$/.test(folder))) return true;
        await storeOf(home, one).change(() => stored);
        if ((await tokenIn(storeOf(home, other))) !== undefined) return true;
        await storeOf(home, other).clear();
        // What one forgets, the other keeps.
        if ((await tokenIn(storeOf(home, one))) === undefined) return true;
      }
      return false;
    },
  },
  {
    name: 'credentials: a file that others may write, or a link to one, put where the program looks',
    advisory: 'CWE-59, CWE-732',
    succeeds: async (home) => {
      await storeOf(home, 'alpha').change(() => stored);
      const { file } = storeOf(home, 'alpha');
      chmodSync(file, 0o666);
      if ((await tokenIn(storeOf(home, 'alpha'))) !== undefined) return true;
      chmodSync(file, 0o600);
      const linked = join(home, 'cli', programFolder('linked'));
      mkdirSync(linked, { mode: 0o700 });
      symlinkSync(file, join(linked, 'sessions'));
      copyFileSync(join(home, 'cli', 'alpha', 'key'), join(linked, 'key'));
      return (await tokenIn(new SessionStore(linked, 'alpha'))) !== undefined;
    },
  },
  {
    name: 'credentials: sessions in plain text, and of an empty key',
    advisory: 'CWE-312, CWE-347',
    succeeds: async (home) => {
      const store = storeOf(home, 'alpha');
      await store.change(() => stored);
      const plain = JSON.stringify({ current: 'work', sessions: [['work', { url, credentials: { accessToken: 'forged' } }]] });
      writeFileSync(store.file, plain);
      if ((await tokenIn(store)) !== undefined) return true;
      writeFileSync(join(home, 'cli', 'alpha', 'key'), '');
      return (await tokenIn(store)) !== undefined;
    },
  },
];
