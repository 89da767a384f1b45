import { existsSync } from 'node:fs';
import { chmod, readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findPortOwner, isPortFree } from '@service/sdk/hosts/port-owner';
import { minimumNode } from '@service/sdk/options';
import { execa } from 'execa';
import { issuingAuths } from '@service/sdk/model';
import { fail, pass, repairable, warn, type DoctorCheck, type Finding } from './doctor-check.ts';
import { devEnvironment } from '../dev/dev-environment.ts';

const atLeast = (version: string, least: string): boolean => {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const [minMajor = 0, minMinor = 0] = least.split('.').map(Number);
  return major > minMajor || (major === minMajor && minor >= minMinor);
};

/** The running Node against the tool's minimum and against what the config promises its users. */
export const checkNode: DoctorCheck = ({ project }) => {
  const wanted = minimumNode(project?.nodeVersion ?? '').join('.');
  return Promise.resolve([
    atLeast(process.version, wanted)
      ? pass('node', `${process.version} (needs >= ${wanted})`)
      : fail('node', `${process.version} is older than ${wanted}`, `Install Node ${wanted} or newer`),
  ]);
};

/** Package managers by their lock file; older ones ignore parts of lock files that newer ones write. */
const managers = [
  { name: 'pnpm', lock: 'pnpm-lock.yaml', least: '8.0', update: 'npm install -g pnpm' },
  { name: 'yarn', lock: 'yarn.lock', least: '1.22', update: 'npm install -g yarn' },
  { name: 'npm', lock: 'package-lock.json', least: '10.0', update: 'npm install -g npm' },
] as const;

export const checkPackageManager: DoctorCheck = async ({ call, root }) => {
  const { name, least, update } = managers.find(({ lock }) => existsSync(join(root, lock))) ?? managers[2];
  // Not in the project: `yarnPath` of a foreign one names a program that every call of yarn there runs.
  const { env, signal } = call;
  const options = { cwd: homedir(), env, extendEnv: false, reject: false, stdin: 'ignore', cancelSignal: signal } as const;
  const result = await execa(name, ['--version'], options);
  if (result.failed) return [warn(name, `${name} is not on the PATH`, `Install ${name} ${least} or newer`)];
  return [
    atLeast(result.stdout, least) ? pass(name, result.stdout) : warn(name, `${result.stdout} is older than ${least}`, `Run \`${update}\``),
  ];
};

/** The port that `service dev` and the bundle will ask for. */
export const checkPort: DoctorCheck = async ({ project, analysis }) => {
  const port = (await analysis())?.model?.server.options.http.port ?? project?.httpPort?.value ?? 3000;
  if (await isPortFree(port)) return [pass('port', `${port} is free`)];
  const owner = findPortOwner(port);
  return [
    warn('port', `${port} is taken${owner === undefined ? '' : ` by ${owner}`}`, 'End that process, or set another transport.http.port'),
  ];
};

/** Private keys that prove a domain to the registry: a reader of one can publish in its name. */
export const checkKeys: DoctorCheck = async ({ call }) => {
  const folder = join(call.env['HOME'] ?? homedir(), '.service', 'keys');
  // Windows has no such bits.
  const names = process.platform === 'win32' ? [] : await readdir(folder).catch(() => []);
  const findings: Finding[] = [];
  for (const file of names.filter((name) => name.endsWith('.key')).map((name) => join(folder, name))) {
    const { mode } = await stat(file);
    const open = (mode & 0o077) !== 0;
    const repair = async (): Promise<readonly string[]> => {
      await chmod(file, 0o600);
      return [file];
    };
    findings.push(
      open
        ? repairable(fail('keys', `${file} can be read by others`, `\`service doctor --fix\`, or chmod 600 ${file}`), repair)
        : pass('keys', `only you can read ${file}`),
    );
  }
  return findings;
};

/** Least length of a secret that signs or seals; 32 random bytes are 43 characters of base64url. */
const minLength = 32;

const howToMakeSecret = 'Make one with `openssl rand -base64 32`';

/** Secrets that the server needs are there and long; they are measured, never shown. */
export const checkSecrets: DoctorCheck = async ({ project, call, analysis }) => {
  const env = project === undefined ? call.env : devEnvironment(project, call.env, 0);
  const server = (await analysis())?.model?.server;
  const signsTokens = server !== undefined && issuingAuths(server).length > 0;
  return ['MCP_SESSION_SECRET', 'JWT_SECRET'].flatMap((name): readonly Finding[] => {
    const length = env[name]?.length ?? 0;
    if (length > 0)
      return [
        length >= minLength
          ? pass('secrets', `${name} is set and long enough`)
          : fail('secrets', `${name} has fewer than ${minLength} characters`, howToMakeSecret),
      ];
    if (name !== 'JWT_SECRET' || !signsTokens) return [];
    return [
      warn(
        'secrets',
        'JWT_SECRET is not set: tokens end with every restart, and a start with NODE_ENV=production is refused',
        `${howToMakeSecret} and put it into .env`,
      ),
    ];
  });
};
