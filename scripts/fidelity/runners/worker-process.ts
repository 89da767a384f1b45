import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type RunningServer, StartFailed } from './running-server.ts';

/** The members in use; its types are not installed with the repository. */
interface Platform {
  readonly ready: Promise<URL>;
  dispose(): Promise<void>;
}
type PlatformModule = { readonly Miniflare: new (options: object) => Platform };

const platformModule = join(import.meta.dirname, '../../../tools/worker/node_modules/miniflare/dist/src/index.js');

export interface WorkerProgram {
  /** Absolute path of the built `index.js`. */
  readonly bundle: string;
  /** Text of the platform file that the build writes: its date and flags are those of the run. */
  readonly platformFile: string;
  /** Of the MCP endpoint. */
  readonly path: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Starts a built worker on workerd, with the date and flags that its platform file says. */
export async function startWorker({ bundle, path, platformFile, variables }: WorkerProgram): Promise<RunningServer> {
  const { Miniflare } = (await import(pathToFileURL(platformModule).href)) as PlatformModule;
  let output = '';
  const keep = (stream: NodeJS.ReadableStream): void => void stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const platform = new Miniflare({
    modulesRoot: dirname(bundle),
    modules: [{ type: 'ESModule', path: bundle }],
    ...readPlatformFile(platformFile),
    bindings: variables,
    host: '127.0.0.1',
    port: 0,
    cf: false,
    handleRuntimeStdio: (stdout: NodeJS.ReadableStream, stderr: NodeJS.ReadableStream) => [stdout, stderr].forEach(keep),
  });
  try {
    const { port } = await platform.ready;
    return { url: `http://127.0.0.1:${port}${path}`, output: () => output, stop: () => platform.dispose() };
  } catch (error) {
    await platform.dispose().catch(() => undefined);
    throw new StartFailed(`${output}${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The two keys of a file that our own build has printed. */
function readPlatformFile(text: string): { compatibilityDate: string; compatibilityFlags: readonly string[] } {
  const [, compatibilityDate = ''] = /^compatibility_date = "([^"]*)"/m.exec(text) ?? [];
  const [, flags = '[]'] = /^compatibility_flags = (\[.*\])$/m.exec(text) ?? [];
  const parsed: unknown = JSON.parse(flags);
  return { compatibilityDate, compatibilityFlags: Array.isArray(parsed) ? parsed.map(String) : [] };
}
