import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tokensOfTool } from '../../src/cli/inspect/check-budgets.ts';
import { type BuiltServer, projectOf } from '../../test/support/built-servers.ts';
import type { MeasureRun, Measurement } from './measurement.ts';

/** Part of the tokens of the whole list that the six tools may cost. */
const maxShare = 0.05;

interface Page {
  readonly result: { readonly tools: readonly { readonly name: string }[]; readonly nextCursor?: string };
}

async function tokensOfList(server: BuiltServer): Promise<{ tools: number; tokens: number; bytes: number }> {
  const tools: { readonly name: string }[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const { result } = JSON.parse(await server.ask('tools/list', cursor === '' ? {} : { cursor })) as Page;
    tools.push(...result.tools);
    cursor = result.nextCursor;
  }
  const counted = await Promise.all(tools.map((tool) => tokensOfTool(tool)));
  return { tools: tools.length, tokens: counted.reduce((sum, { tokens }) => sum + tokens, 0), bytes: JSON.stringify(tools).length };
}

/** What the tool list of `examples/many-tools` costs a model, without CodeCall and behind it. */
export async function measureManyTools({ root }: MeasureRun): Promise<Measurement> {
  const listOf = async (files: Readonly<Record<string, string>>) => {
    const project = projectOf('many-tools', files, '../examples/many-tools');
    try {
      const server = await project.start('node');
      try {
        return await tokensOfList(server);
      } finally {
        await server.stop();
      }
    } finally {
      project.remove();
    }
  };
  const source = readFileSync(join(root, 'examples/many-tools/src/main.ts'), 'utf8');
  const before = await listOf({ 'src/main.ts': source.replace('plugins: [CodeCallPlugin]', 'plugins: []') });
  const after = await listOf({});
  const share = Math.round((after.tokens / before.tokens) * 1000) / 1000;
  const lines = [
    `without CodeCall: ${before.tools} tools, ${before.tokens} tokens`,
    `behind CodeCall: ${after.tools} tools, ${after.tokens} tokens, ${Math.round(share * 1000) / 10} %`,
  ];
  return { report: { before, after, share }, lines, holds: before.tools === 300 && share <= maxShare };
}
