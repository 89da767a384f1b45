import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from './process.ts';

const packages = resolve(import.meta.dirname, '../../tools/worker/node_modules');
/**
 * The program itself. Without install scripts `workerd/bin/workerd` is a script of Node's that starts it: its memory would be measured
 * along, and ending it would leave workerd running.
 */
const binary = findBinary();
/** As in scaffolds of the worker target. */
const compatibilityDate = '2024-11-11';

/**
 * How a worker is run on workerd itself. Miniflare would put a worker of its own before each request and hide half of every difference.
 * `texts`: modules that the worker imports as text.
 */
export function workerdCommand(
  folder: string,
  bundle: string,
  way: { port: number; texts?: Readonly<Record<string, string>>; flags?: readonly string[] },
): Command {
  mkdirSync(folder, { recursive: true });
  copyFileSync(bundle, join(folder, 'index.js'));
  const texts = Object.entries(way.texts ?? {});
  for (const [name, text] of texts) writeFileSync(join(folder, name), text);
  const modules = [
    '(name = "index.js", esModule = embed "index.js")',
    ...texts.map(([name]) => `(name = "${name}", text = embed "${name}")`),
  ];
  const flags = (way.flags ?? []).map((flag) => `"${flag}"`).join(', ');
  const config = join(folder, 'config.capnp');
  writeFileSync(
    config,
    [
      'using Workerd = import "/workerd/workerd.capnp";',
      'const config :Workerd.Config = (',
      '  services = [ (name = "main", worker = .main) ],',
      `  sockets = [ (name = "http", address = "127.0.0.1:${way.port}", http = (), service = "main") ]`,
      ');',
      'const main :Workerd.Worker = (',
      `  modules = [ ${modules.join(', ')} ],`,
      `  compatibilityDate = "${compatibilityDate}", compatibilityFlags = [ ${flags} ]`,
      ');',
      '',
    ].join('\n'),
  );
  return { line: [binary, 'serve', config], cwd: dirname(config) };
}

function findBinary(): string {
  const scope = join(packages, '@cloudflare');
  const names = existsSync(scope) ? readdirSync(scope) : [];
  const found = names.map((name) => join(scope, name, 'bin/workerd')).find((path) => existsSync(path));
  return found ?? join(packages, 'workerd/bin/workerd');
}
