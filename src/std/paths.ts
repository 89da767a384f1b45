import { dirname, relative, sep } from 'node:path';

/** A path of this system with `/` between its parts. */
export const toPosix = (path: string): string => path.split(sep).join('/');

/** A file as seen from a folder, with `/` between its parts. */
export const relativePosix = (folder: string, file: string): string => toPosix(relative(folder, file));

/** The specifier by which a file imports another one. */
export function specifierBetween(from: string, to: string): string {
  const path = relativePosix(dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}

/** Files that import each other, in a message. */
export const shownChain = (root: string, files: readonly string[]): string => files.map((file) => relativePosix(root, file)).join(' → ');

/** The npm package of an import's specifier: `@scope/name` of `@scope/name/file.js`. */
export const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Name of the installed package that a file belongs to. */
export const packageName = (file: string): string | undefined =>
  /(?:.*[\\/])?node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file)?.[1]?.replace('\\', '/');
