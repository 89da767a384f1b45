import { readdir } from 'node:fs/promises';
import { Tool, ToolContext, inject } from '@service/sdk';
import { z } from 'zod';
import { RootFolder } from '../root-folder';

const entry = z.object({ name: z.string(), kind: z.enum(['file', 'folder', 'link', 'other']) });

@Tool({
  name: 'list-folder',
  description: 'Lists a folder, folders first.',
  inputSchema: { path: z.string().max(1024).default('.').describe('Path below the served folder') },
  outputSchema: { entries: z.array(entry) },
  annotations: { readOnlyHint: true },
})
export class ListFolderTool extends ToolContext {
  readonly #root = inject(RootFolder);

  async execute(input: { path: string }) {
    const found = await readdir(await this.#root.find(input.path), { withFileTypes: true });
    const entries = found.map((one) => ({ name: one.name, kind: kindOf(one) }));
    return { entries: entries.sort((a, b) => rank(a.kind) - rank(b.kind) || a.name.localeCompare(b.name)) };
  }
}

function kindOf(entry: { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean }) {
  if (entry.isDirectory()) return 'folder' as const;
  if (entry.isFile()) return 'file' as const;
  return entry.isSymbolicLink() ? ('link' as const) : ('other' as const);
}

const rank = (kind: string): number => (kind === 'folder' ? 0 : 1);
