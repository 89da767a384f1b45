import { basename, relative } from 'node:path';

/** Where files lie beside a bundle: as in the project, below a folder of their own, so that paths between them stay true. */
export function assetPath(root: string, folder: string, file: string): string {
  const parts = relative(root, file).split(/[\\/]/);
  return [folder, ...parts.map((part) => (part === '..' ? '_' : part.replace(/^([a-zA-Z]):$/, '$1')))].join('/');
}

/** A script of a thread or a child process is bundled as CommonJS, whatever it is written in. */
export const scriptPath = (path: string): string => path.replace(/\.(?:[cm]?tsx?|mjs|jsx)$/, '.js');

/** Files that hold secrets: a bundle is copied to places where they do not belong. */
const secretFile = /^(?:\.env(?:\..+)?|\.npmrc|\.netrc|\.pgpass|id_(?:rsa|ed25519|ecdsa)|.+\.(?:pem|key|p12|pfx|keystore|jks))$/i;

export const isSecretFile = (file: string): boolean =>
  secretFile.test(basename(file)) && !/^\.env\.(?:example|sample|template)$/i.test(basename(file));

export const isScript = (file: string): boolean => /\.(?:[cm]?[jt]s|[jt]sx)$/.test(file) && !/\.d\.[cm]?ts$/.test(file);
