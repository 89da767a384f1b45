import { Tool, ToolContext, inject } from '@service/sdk';
import { z } from 'zod';
import { Repository } from '../repository';
import { path, revision } from '../revision';

const commit = z.object({ hash: z.string(), author: z.string(), date: z.string(), subject: z.string() });

@Tool({
  name: 'git-log',
  description: 'Lists commits, newest first.',
  inputSchema: {
    revision: revision.default('HEAD').describe('Commit, branch, tag or range'),
    path: path.optional().describe('Only commits that touch this file or folder'),
    count: z.int().min(1).max(200).default(20).describe('How many commits at most'),
  },
  outputSchema: { commits: z.array(commit) },
  annotations: { readOnlyHint: true },
})
export class GitLogTool extends ToolContext {
  readonly #repository = inject(Repository);

  async execute(input: { revision: string; path?: string | undefined; count: number }) {
    const format = '--format=%H%x00%an%x00%aI%x00%s%x01';
    const paths = input.path === undefined ? [] : [input.path];
    const text = await this.#repository.git(['log', `--max-count=${input.count}`, format, input.revision, '--', ...paths], this.signal);
    const commits = text
      .split('\u0001')
      .map((line) => line.trim().split('\0'))
      .flatMap(([hash = '', author = '', date = '', subject = '']) => (hash === '' ? [] : [{ hash, author, date, subject }]));
    return { commits };
  }
}
