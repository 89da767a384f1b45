import { readFile, stat } from 'node:fs/promises';
import { PublicMcpError, Tool, ToolContext, inject } from '@service/sdk';
import { z } from 'zod';
import { RootFolder } from '../root-folder';

const largestBytes = 1024 * 1024;

@Tool({
  name: 'read-file',
  description: 'Reads a text file, or some lines of it.',
  inputSchema: {
    path: z.string().max(1024).describe('Path below the served folder'),
    from: z.int().min(1).default(1).describe('First line'),
    lines: z.int().min(1).max(2000).default(500).describe('How many lines'),
  },
  outputSchema: { text: z.string(), lines: z.int().describe('Lines of the whole file') },
  annotations: { readOnlyHint: true },
})
export class ReadFileTool extends ToolContext {
  readonly #root = inject(RootFolder);

  async execute(input: { path: string; from: number; lines: number }) {
    const place = await this.#root.find(input.path);
    const { size } = await stat(place);
    if (size > largestBytes) throw new PublicMcpError(`${input.path} has ${size} bytes; ${largestBytes} are the most`);
    const lines = (await readFile(place, 'utf8')).split('\n');
    return { text: lines.slice(input.from - 1, input.from - 1 + input.lines).join('\n'), lines: lines.length };
  }
}
