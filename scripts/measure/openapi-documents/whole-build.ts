import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { nodeTarget } from '../../../src/targets/node/target.ts';
import { bundleOf, requestOf } from '../../../test/support/compile.ts';
import { writeProject } from '../../../test/support/ways-to-run.ts';

/** What a whole description costs a build, beyond a description with one operation. */
export interface WholeBuild {
  readonly bytes: number;
  readonly gzipBytes: number;
  readonly gzipPerOperation: number;
  /** Of this process and the one that evaluates, when the caches of both are warm. */
  readonly cpuSecondsBeyond: number;
}

const one = JSON.stringify({ openapi: '3.1.0', info: { title: 'one', version: '1' }, paths: { '/a': { get: { operationId: 'a' } } } });

const main = `import { OpenapiAdapter } from '@service/adapters';
import { Service } from '@service/sdk';
@Service({ info: { name: 'small', version: '1.0.0' }, adapters: [OpenapiAdapter.init({ name: 'api', spec: 'api.json', baseUrl: 'https://api.example.com' })] })
export class Server {}
`;

export async function wholeBuild(file: string, operations: number): Promise<WholeBuild> {
  const small = await built();
  const whole = await built(file);
  return {
    bytes: whole.bytes,
    gzipBytes: whole.gzipBytes,
    gzipPerOperation: Math.round((whole.gzipBytes - small.gzipBytes) / operations),
    cpuSecondsBeyond: (whole.cpuMs - small.cpuMs) / 1000,
  };
}

async function built(file?: string): Promise<{ readonly bytes: number; readonly gzipBytes: number; readonly cpuMs: number }> {
  const project = writeProject({ 'src/main.ts': main, 'api.json': one });
  if (file !== undefined) copyFileSync(file, join(project.root, 'api.json'));
  try {
    await bundleOf(requestOf(project.root, 'small'), nodeTarget);
    const before = cpuMs();
    const { code } = await bundleOf(requestOf(project.root, 'small'), nodeTarget);
    return { bytes: code.length, gzipBytes: gzipSync(code).length, cpuMs: cpuMs() - before };
  } finally {
    project.remove();
  }
}

/** Clock ticks of `/proc/<pid>/stat` have 10 ms on every Linux that Node runs on; its fields 14 to 17 are those of the process and of children that have ended. */
function cpuMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0);
}
