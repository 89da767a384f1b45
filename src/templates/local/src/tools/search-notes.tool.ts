import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PublicMcpError, Tool, ToolContext } from '@service/sdk';
import { z } from 'zod';

const maxMatches = 50;
const match = z.object({ file: z.string(), line: z.int(), text: z.string() });

@Tool({
  name: 'search-notes',
  description: 'Finds lines in the notes (.md and .txt) of the chosen folder.',
  inputSchema: { text: z.string().min(1).max(200).describe('Text to look for, in any letter case') },
  outputSchema: { matches: z.array(match), complete: z.boolean() },
  annotations: { readOnlyHint: true },
})
export class SearchNotesTool extends ToolContext {
  async execute(input: { text: string }) {
    const folder = process.env['NOTES_FOLDER'];
    if (!folder) throw new PublicMcpError('No folder is chosen: set NOTES_FOLDER');
    const wanted = input.text.toLowerCase();
    const matches: z.infer<typeof match>[] = [];
    for (const file of await namesOfNotes(folder)) {
      this.signal.throwIfAborted();
      const lines = (await readFile(join(folder, file), 'utf8')).split(/\r?\n/);
      for (const [index, text] of lines.entries()) {
        if (!text.toLowerCase().includes(wanted)) continue;
        if (matches.length === maxMatches) return { matches, complete: false };
        matches.push({ file, line: index + 1, text: text.slice(0, 500) });
      }
    }
    return { matches, complete: true };
  }
}

/** Files of the folder itself: a link could lead out of it. */
async function namesOfNotes(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => {
    throw new PublicMcpError('The folder of notes cannot be read');
  });
  return entries
    .filter((entry) => entry.isFile() && /\.(?:md|txt)$/.test(entry.name))
    .map(({ name }) => name)
    .sort();
}
