import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Tool, ToolContext, inject } from '@service/sdk';
import { z } from 'zod';
import { RootFolder } from '../root-folder';

const most = 200;
const skipped = new Set(['node_modules', '.git']);

@Tool({
  name: 'search-files',
  description: 'Finds files whose name contains a text.',
  inputSchema: {
    text: z.string().min(1).max(200).describe('Part of the name, in any letter case'),
    path: z.string().max(1024).default('.').describe('Folder to search'),
  },
  outputSchema: { paths: z.array(z.string()), complete: z.boolean() },
  annotations: { readOnlyHint: true },
})
export class SearchFilesTool extends ToolContext {
  readonly #root = inject(RootFolder);

  async execute(input: { text: string; path: string }) {
    const wanted = input.text.toLowerCase();
    const paths: string[] = [];
    const folders = [await this.#root.find(input.path)];
    for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
      this.signal.throwIfAborted();
      for (const entry of await readdir(folder, { withFileTypes: true })) {
        if (entry.isDirectory() && !skipped.has(entry.name)) folders.push(join(folder, entry.name));
        if (!entry.isFile() || !entry.name.toLowerCase().includes(wanted)) continue;
        if (paths.length === most) return { paths, complete: false };
        paths.push(await this.#root.show(join(folder, entry.name)));
      }
    }
    return { paths, complete: true };
  }
}
