import { basename, relative } from 'node:path';

/** The path of a file beside a bundle: its path in the project, below `folder`, so that relative paths between files still work. */
export function assetPath(root: string, folder: string, file: string): string {
  const parts = relative(root, file).split(/[\\/]/);
  return [folder, ...parts.map((part) => (part === '..' ? '_' : part.replace(/^([a-zA-Z]):$/, '$1')))].join('/');
}

/** Scripts of threads and child processes are bundled as CommonJS. */
export const scriptPath = (path: string): string => path.replace(/\.(?:[cm]?tsx?|mjs|jsx)$/, '.js');

/** Files that hold secrets, which must not be copied with a bundle by accident. */
const secretFile = /^(?:\.env(?:\..+)?|\.npmrc|\.netrc|\.pgpass|id_(?:rsa|ed25519|ecdsa)|.+\.(?:pem|key|p12|pfx|keystore|jks))$/i;

export const isSecretFile = (file: string): boolean =>
  secretFile.test(basename(file)) && !/^\.env\.(?:example|sample|template)$/i.test(basename(file));

export const isScript = (file: string): boolean => /\.(?:[cm]?[jt]s|[jt]sx)$/.test(file) && !/\.d\.[cm]?ts$/.test(file);

/** A quick test: a module without any of these cannot name files beside itself. */
export const mayNameFiles = (text: string): boolean =>
  text.includes('import.meta') || text.includes('__dirname') || text.includes('__filename') || text.includes('require.resolve(');
