// First step of every repository command, free of dependencies: installs what a fresh clone lacks, then hands over to the TypeScript script.
//   node scripts/bootstrap.mjs [--with tools/<name>]… [scripts/<script>.ts [arguments]]
// It must run on the oldest Node we accept with an empty node_modules, hence plain JavaScript.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `service: needs Node >= 20.19, found ${process.version}. Install a newer Node from https://nodejs.org and run the command again.`,
  );
  process.exit(1);
}

const args = process.argv.slice(2);
const folders = ['.'];
while (args[0] === '--with') folders.push(args.splice(0, 2)[1]);
const script = args.shift();
for (const folder of folders) installWhenStale(join(root, folder), folder);
if (script === undefined) process.exit(0);

const child = spawn(process.execPath, ['--import', 'tsx', '--conditions=service-source', join(root, script), ...args], {
  cwd: root,
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
if (process.env.npm_lifecycle_event !== undefined) {
  // A signal for npm ends its shell, which hands nothing on: then nobody waits for us any more.
  const shell = process.ppid;
  setInterval(() => process.ppid === shell || child.kill(), 500).unref();
}
child.on('exit', (code, signal) => process.exit(signal ? 128 + (signal === 'SIGINT' ? 2 : 15) : (code ?? 1)));

/** `npm ci` when the installed tree is absent or differs from the lock file; a matching tree is left alone. */
function installWhenStale(folder, name) {
  const reason = stale(folder);
  if (!reason) return;
  const label = name === '.' ? 'the repository' : name;
  console.error(`Installing the packages of ${label} (${reason}) …`);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const install = spawnSync(npm, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    encoding: 'utf8',
  });
  if (install.status === 0) return;
  console.error(install.error ? `npm could not be started: ${install.error.message}` : `${install.stdout}${install.stderr}`);
  console.error(
    `service: "npm ci" failed in ${folder}. Check the network and the registry (npm config get registry), then run the command again.`,
  );
  process.exit(1);
}

function stale(folder) {
  const hidden = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(hidden)) return 'not installed yet';
  const wanted = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
  const found = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.startsWith('node_modules/') || entry.optional || entry.link || entry.peer) continue;
    if (found[path]?.version !== entry.version) return `${path.slice('node_modules/'.length)} ${entry.version} is missing`;
  }
  return undefined;
}
