import type { JsonObject } from '@service/sdk/model';
import type { AnalysisResult } from '../../compiler/index.ts';

type Model = NonNullable<AnalysisResult['model']>;

/** How many of each kind a server has, as data and as words. */
export function countEntries(model: Model): { readonly data: JsonObject; readonly text: string } {
  const { server } = model;
  const counts = {
    app: server.apps.length,
    tool: server.tools.length,
    resource: server.resources.length,
    template: server.resourceTemplates.length,
    prompt: server.prompts.length,
  };
  const words = Object.entries(counts).flatMap(([kind, count]) => (count === 0 ? [] : [`${count} ${kind}${count === 1 ? '' : 's'}`]));
  return { data: counts, text: words.length === 0 ? 'no entries' : words.join(', ') };
}
