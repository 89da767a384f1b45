import { Tool, ToolContext, inject } from '@service/sdk';
import { z } from 'zod';
import { Repository } from '../repository';
import { path, revision } from '../revision';

@Tool({
  name: 'git-show',
  description: 'Shows a file as it was in a commit, or a commit with its changes.',
  inputSchema: {
    revision: revision.describe('Commit, branch or tag'),
    path: path.optional().describe('The file; the commit itself without it'),
  },
  outputSchema: { text: z.string() },
  annotations: { readOnlyHint: true },
})
export class GitShowTool extends ToolContext {
  readonly #repository = inject(Repository);

  async execute(input: { revision: string; path?: string | undefined }) {
    const what = input.path === undefined ? input.revision : `${input.revision}:${input.path}`;
    return { text: await this.#repository.git(['show', '--no-ext-diff', '--no-textconv', what, '--'], this.signal) };
  }
}
