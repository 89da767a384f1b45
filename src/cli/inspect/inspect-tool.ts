import { closestName } from '@service/sdk/internal';
import { table, type PaintedPage } from '@service/sdk/terminal';
import type { Json, JsonObject } from '@service/sdk/model';
import { usageError } from '../cli-error.ts';
import { placeOf } from './inspection.ts';
import type { Model } from './inspection.ts';
import { countTokens } from './tool-tokens.ts';

/**
 * One tool with everything that clients get of it.
 * @throws {CliError} exit 2 for a name that no tool has
 */
export async function inspectTool(
  model: Model,
  name: string,
  page: PaintedPage,
): Promise<{ readonly data: JsonObject; readonly text: string }> {
  const { tools } = model.server;
  const tool = tools.find(({ listedName }) => listedName === name);
  if (tool === undefined) {
    const names = tools.map(({ listedName }) => listedName);
    throw usageError('unknown-tool', `This server has no tool named '${name}'`, {
      hint: '`service inspect` lists them',
      suggestion: closestName(name, names),
    });
  }
  const { total } = await countTokens({ ...model.server, tools: [{ ...tool, visibility: 'public' }] });
  const facts = {
    name: tool.listedName,
    description: tool.description,
    owner: tool.owner.map(({ id }) => id).join(' / '),
    place: placeOf(model, tool.id),
    tags: tool.tags?.join(', '),
    visibility: tool.visibility,
    tokens: total,
  };
  const schemas: readonly (readonly [string, Json | undefined])[] = [
    ['annotations', tool.annotations],
    ['inputSchema', tool.inputSchema],
    ['outputSchema', tool.outputSchema],
    ['examples', tool.examples?.map((example): JsonObject => ({ ...example }))],
  ];
  const rows = Object.entries(facts).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
  const printed = schemas.flatMap(([title, value]) =>
    value === undefined ? [] : ['', page.paint('bold', title), JSON.stringify(value, undefined, 2)],
  );
  return { data: { ...facts, ...Object.fromEntries(schemas) }, text: [table(rows, page.width), ...printed].join('\n') };
}
