import { Tool, ToolContext } from '@service/sdk';
import { z } from 'zod';

@Tool({
  name: 'palette',
  description: 'Shows colours that go together to the person.',
  inputSchema: {
    hue: z.number().int().min(0).max(359).default(210).describe('Hue of the first colour, in degrees'),
    count: z.number().int().min(1).max(8).default(4).describe('How many colours'),
  },
  outputSchema: z.object({ hue: z.number().int(), colours: z.array(z.string()) }),
  annotations: { readOnlyHint: true },
  ui: { template: { file: './palette.widget.tsx' }, prefersBorder: true },
})
export class PaletteTool extends ToolContext {
  execute({ count, hue }: { hue: number; count: number }) {
    const colours = Array.from({ length: count }, (_none, at) => `hsl(${String((hue + at * 30) % 360)} 65% 50%)`);
    return { hue, colours };
  }
}
