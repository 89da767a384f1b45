import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix, relative } from 'node:path';
import type { DeclaredOwner } from '../../compiler/index.ts';
import { templateFolder } from '../scaffold/copy-template.ts';
import type { PartName } from './name-part.ts';
import { partKinds } from './part-kinds.ts';
import type { PartKindName } from './part-kinds.ts';

interface PartTarget {
  readonly root: string;
  /** Absolute path of the entry module. */
  readonly entry: string;
  readonly owner: DeclaredOwner;
}

/** Path of a new part, relative to the project: beside its siblings, else beside an app in its own folder, else below the entry. */
export function partPath(kind: PartKindName, { name }: PartName, { root, entry, owner }: PartTarget): string {
  const { list, folder } = partKinds[kind];
  const home = relative(root, dirname(entry)).replaceAll('\\', '/');
  const file = `${name}.${kind}.ts`;
  const sibling = owner.partsOf(list).findLast((part) => isInside(part.file))?.file;
  if (sibling !== undefined) {
    const at = posix.dirname(sibling);
    // `notes/notes.app.ts`: each app has a folder of its own.
    const ownFolder = kind === 'app' && basename(at) === basename(sibling).split('.')[0];
    return ownFolder ? posix.join(posix.dirname(at), name, file) : posix.join(at, file);
  }
  const beside = posix.dirname(owner.call.file);
  return owner.kind === 'app' && beside !== home && isInside(beside) ? posix.join(beside, file) : posix.join(home, folder, file);
}

const isInside = (path: string): boolean => !path.startsWith('..') && !path.split('/').includes('node_modules');

/** The file of the template with its names filled in. */
export function partText(kind: PartKindName, { name, symbol, title }: PartName): string {
  const { suffix } = partKinds[kind];
  return readFileSync(join(templateFolder('parts'), `example.${kind}.ts`), 'utf8')
    .replaceAll(`Example${suffix}`, symbol)
    .replaceAll("'Example'", `'${title}'`)
    .replaceAll('example', name);
}

/** What stands at the path already. */
export function existingText(root: string, path: string): string | undefined {
  const file = join(root, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
