import { execFileSync } from 'node:child_process';
import { isRecord } from '@service/sdk/internal';
import { buildProject, type Refused } from '../runners/build-project.ts';
import { parseResults } from './reference.ts';

export type Bundler = 'esbuild' | 'rollup';

/** What the built server answers, over stdio; what the build says where it refuses the project. */
export async function runBundle(root: string, bundler: Bundler): Promise<readonly unknown[] | Refused> {
  const project = { name: 'constructs', kind: 'generated', root, scenarios: [], remove: () => undefined } as const;
  const built = await buildProject(project, `node-${bundler}`);
  if (built.kind === 'refused') return built;
  const clientInfo = { name: 'fidelity', version: '1.0.0' };
  const messages = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'constructs', arguments: {} } },
  ];
  const input = messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');
  const output = execFileSync(process.execPath, [built.bundle, '--stdio'], { cwd: root, encoding: 'utf8', input, stdio: 'pipe' });
  const answer = output
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
    .find((message) => isRecord(message) && message['id'] === 2);
  return parseResults(textOf(answer));
}

function textOf(message: unknown): string {
  const result = isRecord(message) ? message['result'] : undefined;
  const answer = isRecord(result) ? result['structuredContent'] : undefined;
  if (isRecord(answer) && typeof answer['json'] === 'string') return answer['json'];
  throw new Error(`no answer: ${JSON.stringify(message)}`);
}
