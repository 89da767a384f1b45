// Serves a built worker on workerd at PORT, with the JWT_SECRET of the process; the file of the bundle is the argument.
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

// Its own tree of packages, which the repository's own do not know.
const platformModule = join(import.meta.dirname, '../../../tools/worker/node_modules/miniflare/dist/src/index.js');
const { Miniflare } = await import(pathToFileURL(platformModule).href);
const path = resolve(process.argv[2]);
const platform = new Miniflare({
  modulesRoot: dirname(path),
  modules: [{ type: 'ESModule', path }],
  compatibilityDate: '2024-11-11',
  bindings: { JWT_SECRET: process.env.JWT_SECRET, MCP_SESSION_SECRET: 'the session secret of a worker under test' },
  host: '127.0.0.1',
  port: Number(process.env.PORT),
  cf: false,
});
await platform.ready;
process.on('SIGTERM', () => void platform.dispose().then(() => process.exit(0)));
