import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { agentPointer, agentsFile, nodeVersionFile, redisVariables } from './parts/project-files.ts';
import { dockerFiles } from './parts/docker-files.ts';
import { pipelineFiles } from './parts/pipeline-files.ts';
import type { Parts } from './parts/part-file.ts';

/** Adds the files that the answers ask for, and changes those of the template that they concern. */
export async function addParts(folder: string, name: string, parts: Parts): Promise<void> {
  const files = [
    nodeVersionFile,
    agentsFile(parts),
    agentPointer,
    ...(parts.docker ? dockerFiles(name, parts) : []),
    ...(parts.cicd === 'none' ? [] : pipelineFiles(parts)),
  ];
  for (const { path, text } of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  const isPlain = parts.targets.join() === 'node';
  if (!isPlain) {
    const options = (target: string): string => (target === 'cli' && parts.cliScript === true ? ', js: true' : '');
    const deployments = parts.targets.map((target) => `{ target: '${target}'${options(target)} }`).join(', ');
    await replaceIn(folder, 'service.config.ts', ["[{ target: 'node' }]", `[${deployments}]`]);
  }
  if (!parts.redis) return;
  await replaceIn(folder, 'src/main.ts', [
    '  apps: [',
    "  redis: { url: process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379' },\n  apps: [",
  ]);
  const example = join(folder, '.env.example');
  await writeFile(example, (await readFile(example, 'utf8')) + redisVariables);
}

async function replaceIn(folder: string, path: string, [before, after]: readonly [string, string]): Promise<void> {
  const file = join(folder, path);
  const text = await readFile(file, 'utf8');
  if (!text.includes(before)) throw new Error(`the template's ${path} has no ${before}`);
  await writeFile(
    file,
    text.replace(before, () => after),
  );
}
