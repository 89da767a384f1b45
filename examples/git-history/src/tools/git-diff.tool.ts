import { Tool, ToolContext, inject } from '@service/sdk';
import { z } from 'zod';
import { Repository } from '../repository';
import { path, revision } from '../revision';

@Tool({
  name: 'git-diff',
  description: 'Shows what changed between two commits.',
  inputSchema: {
    from: revision.describe('Commit before'),
    to: revision.default('HEAD').describe('Commit after'),
    path: path.optional().describe('Only this file or folder'),
    context: z.int().min(0).max(50).default(3).describe('Unchanged lines around a change'),
  },
  outputSchema: { diff: z.string() },
  annotations: { readOnlyHint: true },
})
export class GitDiffTool extends ToolContext {
  readonly #repository = inject(Repository);

  async execute(input: { from: string; to: string; path?: string | undefined; context: number }) {
    const paths = input.path === undefined ? [] : [input.path];
    const flags = ['--no-ext-diff', '--no-textconv', `--unified=${input.context}`];
    return { diff: await this.#repository.git(['diff', ...flags, input.from, input.to, '--', ...paths], this.signal) };
  }
}
