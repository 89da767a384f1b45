import { Tool, ToolContext, inject } from '@service/sdk';
import { z } from 'zod';
import { RootFolder } from '../root-folder';

@Tool({
  name: 'write-file',
  description: 'Writes a text file; what was in it is replaced.',
  inputSchema: {
    path: z.string().max(1024).describe('Path below the served folder'),
    text: z.string().max(1_000_000).describe('The whole new text'),
  },
  outputSchema: { bytes: z.int() },
  annotations: { destructiveHint: true, idempotentHint: true },
})
export class WriteFileTool extends ToolContext {
  readonly #root = inject(RootFolder);

  async execute(input: { path: string; text: string }) {
    const file = await this.#root.openToWrite(input.path);
    try {
      await file.writeFile(input.text);
    } finally {
      await file.close();
    }
    return { bytes: Buffer.byteLength(input.text) };
  }
}
