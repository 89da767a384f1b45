import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeOutput } from '../../src/compiler/index.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { bootWorker } from './boot/worker.ts';
import { bundleOf, copyFixture, requestOf } from './compile.ts';
import { OAuthDriver } from './oauth-driver.ts';
import { testSecret, type SignInGiven, type SignInServer } from './sign-in-project.ts';
import { modernRequest, send } from './wire-client.ts';

const optionsFile = new URL('../../fixtures/local-auth/src/options.ts', import.meta.url);
const fromVariable = "JSON.parse(process.env['GIVEN_OPTIONS'] ?? '{}') as GivenOptions";

/** A worker reads no variables while its modules load, and counts as production: options and registration are written into the source. */
function optionsModule(options: SignInGiven['options'] & { readonly auth?: object } = {}): string {
  const source = readFileSync(optionsFile, 'utf8');
  const given = { ...options, auth: { dcr: { enabled: true }, ...options.auth } };
  const written = source
    .replace(fromVariable, `${JSON.stringify(given)} as GivenOptions`)
    .replaceAll('process.stderr.write', 'void String');
  if (written === source || written.includes('GIVEN_OPTIONS')) throw new Error('fixtures/local-auth: the options could not be replaced');
  return written;
}

const mainFile = new URL('../../fixtures/local-auth/src/main.ts', import.meta.url);

export interface SignInWorkerGiven extends SignInGiven {
  /** Members of the server's options, as source text. */
  readonly server?: string;
  readonly objects?: Readonly<Record<string, string>>;
}

/** The fixture `local-auth` as a worker bundle on workerd; each set of options is a bundle of its own. */
export async function bootSignInWorker({ objects = {}, options, server = '', variables }: SignInWorkerGiven = {}): Promise<
  Omit<SignInServer, 'boot'> & { log(): string }
> {
  const project = copyFixture('local-auth', {
    'src/options.ts': optionsModule(options),
    'src/main.ts': readFileSync(mainFile, 'utf8').replace('@Service({', `@Service({ ${server}`),
  });
  const request = requestOf(project.root, 'local-auth');
  const { result } = await bundleOf(request, workerTarget);
  const folder = join(project.root, 'dist', 'worker');
  await writeOutput(request, result, folder);
  const worker = await bootWorker({ bundle: join(folder, 'index.js'), objects, vars: { JWT_SECRET: testSecret, ...variables } });
  const port = Number(new URL(worker.origin).port);
  // The platform says who calls, and no caller can.
  const headers = { host: `localhost:${port}`, 'cf-connecting-ip': '192.0.2.1' };
  const call = modernRequest('tools/call', { name: 'whoami', arguments: {} });
  return {
    port,
    log: () => worker.output.text,
    oauth: new OAuthDriver((one) => send({ port, ...one, headers: { ...headers, ...one.headers } }), worker.origin),
    call: (token, more = {}) => {
      const credentials: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
      return send({ port, path: '/mcp', headers: { ...call.headers, ...headers, ...credentials, ...more }, body: call.body });
    },
    stop: async () => {
      await worker.stop();
      project.remove();
    },
  };
}
