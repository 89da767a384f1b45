import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ServerStartError } from '../errors.ts';

const require = createRequire(import.meta.url);

/** The TypeScript runner, as an argument of Node. */
const typeScriptRunner = (): string => pathToFileURL(require.resolve('tsx')).href;

/**
 * What runs a server: a value with a space is a command of the shell, anything else an entry file.
 * @throws {ServerStartError} for a file that is not there
 */
export function serverCommand(server: string, cwd: string): readonly string[] {
  if (server.includes(' ')) return process.platform === 'win32' ? ['cmd', '/d', '/s', '/c', server] : ['/bin/sh', '-c', server];
  const file = resolve(cwd, server);
  if (!existsSync(file)) throw new ServerStartError(`Entry file not found: ${file}. \`server\` is resolved from ${cwd}.`);
  return [process.execPath, '--import', typeScriptRunner(), file];
}
