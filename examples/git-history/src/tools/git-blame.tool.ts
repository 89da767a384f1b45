import { Tool, ToolContext, inject } from '@service/sdk';
import { z } from 'zod';
import { Repository } from '../repository';
import { path, revision } from '../revision';

const line = z.object({ number: z.int(), hash: z.string(), author: z.string(), text: z.string() });

@Tool({
  name: 'git-blame',
  description: 'Says for each line of a file which commit last changed it.',
  inputSchema: {
    path: path.describe('The file'),
    revision: revision.default('HEAD').describe('Commit, branch or tag'),
    from: z.int().min(1).default(1).describe('First line'),
    lines: z.int().min(1).max(500).default(100).describe('How many lines'),
  },
  outputSchema: { lines: z.array(line) },
  annotations: { readOnlyHint: true },
})
export class GitBlameTool extends ToolContext {
  readonly #repository = inject(Repository);

  async execute(input: { path: string; revision: string; from: number; lines: number }) {
    const range = ['-L', `${input.from},+${input.lines}`];
    const text = await this.#repository.git(['blame', '--line-porcelain', ...range, input.revision, '--', input.path], this.signal);
    return { lines: readBlame(text) };
  }
}

/** Each line is a header, then `key value` lines, then the text behind a tab. */
function readBlame(text: string) {
  const lines: { number: number; hash: string; author: string; text: string }[] = [];
  let hash = '';
  let author = '';
  let number = 0;
  for (const row of text.split('\n')) {
    const header = /^([0-9a-f]{40}) \d+ (\d+)/.exec(row);
    if (header !== null) [hash, number] = [header[1] ?? '', Number(header[2])];
    else if (row.startsWith('author ')) author = row.slice('author '.length);
    else if (row.startsWith('\t')) lines.push({ number, hash, author, text: row.slice(1) });
  }
  return lines;
}
