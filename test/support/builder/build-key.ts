import { createHash, type Hash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { CompileRequest } from '../../../src/compiler/index.ts';

const repository = resolve(import.meta.dirname, '../../..');
/** What every build reads beside its project: the compiler, the SDK that it bundles, and the packages of both. */
const compilerSources = ['src', 'packages', 'package.json', 'package-lock.json'];
/** Caches of evaluation, and what is installed below `packages`: no build is decided by them, nor by tests beside our sources. */
const unread = new Set(['.service', 'node_modules']);
/** What earlier builds have written into a project. */
const written = new Set(['.service', 'dist']);

/** A SHA-256 of the compiler and of the SDK as they are now; builds of other sources have other keys. */
export function hashSources(): string {
  const hash = createHash('sha256').update(process.version);
  for (const name of compilerSources) addPath(hash, join(repository, name), unread);
  return hash.digest('hex');
}

/**
 * A SHA-256 of everything that decides a build beside the sources: the project's files and what is asked for. The project's folder does not, nor
 * what an earlier build has left there.
 */
export function hashRequest({ cache: _cache, signal: _signal, ...request }: CompileRequest, what: string): string {
  const { entry, root } = request;
  const asked = JSON.stringify({ ...request, root: '', entry: relative(root, entry) });
  return createHash('sha256')
    .update(`${what}\n${asked}\n${hashFiles(request)}`)
    .digest('hex');
}

/** A SHA-256 of the project's files. */
export function hashFiles({ root }: Pick<CompileRequest, 'root'>): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(root)
    .toSorted()
    .filter((one) => !written.has(one))) {
    hash.update(`/${name}\n`);
    addPath(hash, join(root, name), new Set(['.service']));
  }
  return hash.digest('hex');
}

function addPath(hash: Hash, path: string, left: ReadonlySet<string>): void {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) addLink(hash, path, left);
  else if (stats.isDirectory()) {
    for (const name of readdirSync(path).toSorted()) {
      if (left.has(name) || (left === unread && name.endsWith('.test.ts'))) continue;
      hash.update(`/${name}\n`);
      addPath(hash, join(path, name), left);
    }
    hash.update('..\n');
  } else if (stats.isFile()) hash.update(`${stats.mode & 0o111} ${stats.size}\n`).update(readFileSync(path));
  else hash.update(`special ${stats.mode}\n`);
}

/** A link into the repository stands for itself, as its packages do not change during a run; behind any other the files count. */
function addLink(hash: Hash, path: string, left: ReadonlySet<string>): void {
  hash.update(`-> ${readlinkSync(path)}\n`);
  let target: string;
  try {
    target = realpathSync(path);
  } catch {
    return; // leads nowhere
  }
  if (!target.startsWith(repository) && !path.startsWith(target)) addPath(hash, target, left);
}
