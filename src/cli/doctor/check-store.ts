import { accessSync, constants, existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, resolve } from 'node:path';
import { isJsonObject, type JsonObject } from '@service/sdk/model';
import { devEnvironment } from '../dev/dev-environment.ts';
import { fail, pass, repairable, warn, type DoctorCheck, type Finding } from './doctor-check.ts';

const connectLimitMs = 3000;

/** The store that the server declares: a socket that opens, or a folder that can be written. Nothing is read or written there. */
export const checkStore: DoctorCheck = async ({ analysis, root }) => {
  const { redis, sqlite } = (await analysis())?.model?.server.options.rest ?? {};
  return [
    ...(isJsonObject(redis) ? await checkShared(redis, root) : []),
    ...(isJsonObject(sqlite) ? checkPath('sqlite', sqlite, root) : []),
  ];
};

async function checkShared(redis: JsonObject, root: string): Promise<readonly Finding[]> {
  const { path, provider } = redis;
  if (provider === 'filesystem' || (provider === 'auto' && path !== undefined)) return checkPath('redis', redis, root);
  return checkRedis(redis);
}

async function checkRedis(redis: JsonObject): Promise<readonly Finding[]> {
  const { url } = redis;
  const address = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  const host = address?.hostname ?? (typeof redis['host'] === 'string' ? redis['host'] : undefined);
  if (host === undefined)
    return [warn('store', 'the address of redis is known only when the server runs', 'Nothing, if the address is right there')];
  const given = address?.port ?? redis['port'];
  const port = Number(given === undefined || given === '' ? 6379 : given);
  return (await opens({ host, port }))
    ? [pass('store', `redis answers at ${host}:${port}`)]
    : [
        fail(
          'store',
          `redis does not answer at ${host}:${port}; the server would refuse to start`,
          'Start it, or correct `redis` of @Service',
        ),
      ];
}

function opens(place: { readonly host: string; readonly port: number } | { readonly path: string }): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(place);
    const end = (open: boolean): void => {
      socket.destroy();
      done(open);
    };
    socket.setTimeout(connectLimitMs, () => end(false));
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}

function checkPath(option: 'redis' | 'sqlite', { path }: JsonObject, root: string): readonly Finding[] {
  if (typeof path !== 'string' || path === ':memory:') return [];
  const file = resolve(root, path);
  let at = existsSync(file) ? file : dirname(file);
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at);
  try {
    accessSync(at, constants.W_OK);
    return [pass('store', `${option} at ${path}`)];
  } catch {
    return [
      fail('store', `${option} at ${path}: ${at} cannot be written`, `Correct its permissions, or another \`${option}.path\` of @Service`),
    ];
  }
}

/** Longest path that the system takes for a socket (sun_path, with its closing zero). */
const longestSocketPath = process.platform === 'darwin' ? 103 : 107;

/** The Unix socket that the bundle will listen on. */
export const checkSocket: DoctorCheck = async ({ project, call }) => {
  if (project === undefined) return [];
  const env = devEnvironment(project, call.env, 0);
  const paths = new Set([env['SERVICE_SOCKET_PATH'], ...project.deployments.map(({ variables }) => variables['SERVICE_SOCKET_PATH'])]);
  return Promise.all([...paths].flatMap((path) => (path === undefined || path === '' ? [] : [examineSocket(path, project.root)])));
};

async function examineSocket(path: string, root: string): Promise<Finding> {
  if (Buffer.byteLength(path) > longestSocketPath)
    return fail('socket', `${path} has more than ${longestSocketPath} bytes, which the system refuses`, 'Choose a shorter path');
  const file = resolve(root, path);
  const folder = dirname(file);
  if (!existsSync(folder))
    return repairable(
      fail('socket', `${folder}, where the socket would be, is not there`, `\`service doctor --fix\`, or mkdir -p ${folder}`),
      async () => {
        await mkdir(folder, { recursive: true });
        return [folder];
      },
    );
  if (!existsSync(file)) return pass('socket', path);
  if (await opens({ path: file })) return warn('socket', `a server listens on ${path} already`, 'End it, or choose another path');
  return warn(
    'socket',
    `${path} exists and no process listens on it`,
    'Nothing, if a server made it: the next start replaces it. Else choose another path',
  );
}
