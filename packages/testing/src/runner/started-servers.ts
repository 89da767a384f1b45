import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { UseOptions } from '../servers/server-options.ts';

/** File in which `service test --watch` is told which spec starts which files. */
const variable = 'SERVICE_TEST_STARTED';

interface Started {
  readonly spec: string;
  /** Absolute paths: an entry, or the files that a command names. */
  readonly files: readonly string[];
}

/** Notes the files that a spec starts: no import leads to them. Only under jest, and only in watch mode. */
export function noteStarted({ server }: UseOptions): void {
  const file = process.env[variable];
  const spec = specPath();
  if (file === undefined || spec === undefined || server === undefined) return;
  const words = server.includes(' ') ? server.split(/[\s"']+/) : [server];
  const files = words.filter((word) => /\.[cm]?[jt]sx?$/.test(word)).map((word) => resolve(word));
  const started: Started = { spec, files: files.filter((path) => existsSync(path)) };
  if (started.files.length > 0) appendFileSync(file, `${JSON.stringify(started)}\n`);
}

/** Servers started by all specs, as one text. */
export function readStarted(): string {
  const file = process.env[variable];
  return file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : '';
}

export const startedBy = (noted: string, spec: string): readonly string[] =>
  noted
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Started)
    .flatMap((started) => (started.spec === spec ? started.files : []));

/** The spec that jest runs at the moment. */
function specPath(): string | undefined {
  const expect: unknown = Reflect.get(globalThis, 'expect');
  if (typeof expect !== 'function' || !('getState' in expect)) return undefined;
  const { testPath } = (expect.getState as () => { readonly testPath?: string })();
  return testPath;
}
