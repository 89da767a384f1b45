import { execa } from 'execa';
import { isPortFree, portOwner } from '../dev/port-owner.ts';
import { fail, pass, warn } from './doctor-check.ts';
import type { DoctorCheck } from './doctor-check.ts';

/** Oldest version that runs the tool and its bundles; bin/service.js refuses older ones before anything loads. */
const leastNode = '20.19';

const atLeast = (version: string, least: string): boolean => {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = least.split('.').map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
};

/** The running Node against the tool's minimum and against what the config promises its users. */
export const checkNode: DoctorCheck = ({ project }) => {
  const wanted = /^>=\s*(\d+(?:\.\d+)?)/.exec(project?.nodeVersion ?? '')?.[1] ?? leastNode;
  return Promise.resolve([
    atLeast(process.version, wanted)
      ? pass('node', `${process.version} (needs >= ${wanted})`)
      : fail('node', `${process.version} is older than ${wanted}`, `Install Node ${wanted} or newer`),
  ]);
};

/** npm before 10 ignores parts of lock files that newer ones write. */
export const checkPackageManager: DoctorCheck = async ({ call, root }) => {
  const result = await execa('npm', ['--version'], { cwd: root, reject: false, stdin: 'ignore', cancelSignal: call.signal });
  if (result.failed) return [warn('npm', 'npm is not on the PATH', 'Install npm 10 or newer, or use yarn or pnpm')];
  return [
    atLeast(result.stdout, '10.0')
      ? pass('npm', result.stdout)
      : warn('npm', `${result.stdout} is older than 10`, 'Run `npm install -g npm`'),
  ];
};

/** The port that `service dev` and the bundle will ask for, unless code fixes another one. */
export const checkPort: DoctorCheck = async ({ project }) => {
  const port = project?.httpPort?.value ?? 3000;
  if (await isPortFree(port)) return [pass('port', `${port} is free`)];
  const owner = await portOwner(port);
  return [
    warn('port', `${port} is taken${owner === undefined ? '' : ` by ${owner}`}`, 'End that process, or set another transport.http.port'),
  ];
};

/** Least length of a secret that signs or seals; 32 random bytes are 43 characters of base64url. */
const leastSecretLength = 32;

/** Secrets that are set must be long; they are measured, never shown. */
export const checkSecrets: DoctorCheck = ({ call }) => {
  const findings = ['MCP_SESSION_SECRET', 'JWT_SECRET'].flatMap((name) => {
    const length = call.env[name]?.length ?? 0;
    if (length === 0) return [];
    return length >= leastSecretLength
      ? [pass('secrets', `${name} is set and long enough`)]
      : [fail('secrets', `${name} has fewer than ${leastSecretLength} characters`, 'Make one with `openssl rand -base64 32`')];
  });
  return Promise.resolve(findings);
};
