import type { EntryModel, Json, JsonObject, PromptModel, ResourceModel, ResourceTemplateModel, ToolModel } from '../../model/index.ts';

/** Fields of every list item, in the newest revision's shape. */
function common(model: EntryModel): JsonObject {
  return {
    name: model.listedName,
    ...given('title', model.title),
    ...given('description', model.description),
    ...(model.icons === undefined ? {} : { icons: jsonOf(model.icons) }),
  };
}

const given = (key: string, value: Json | undefined): JsonObject => (value === undefined ? {} : { [key]: value });

/** Models are JSON already; this only widens their readonly types. */
const jsonOf = (value: object): Json => JSON.parse(JSON.stringify(value)) as Json;

export const toolItem = (model: ToolModel): JsonObject => ({
  ...common(model),
  inputSchema: model.inputSchema,
  ...given('outputSchema', model.outputSchema),
  ...given('annotations', model.annotations),
  ...(model.taskSupport === undefined ? {} : { execution: { taskSupport: model.taskSupport } }),
  ...given('_meta', model.meta),
});

export const resourceItem = (model: ResourceModel): JsonObject => ({
  ...common(model),
  uri: model.uri,
  ...given('mimeType', model.mimeType),
  ...given('size', model.size),
  ...given('annotations', model.annotations),
  ...given('_meta', model.meta),
});

export const templateItem = (model: ResourceTemplateModel): JsonObject => ({
  ...common(model),
  uriTemplate: model.uriTemplate,
  ...given('mimeType', model.mimeType),
  ...given('annotations', model.annotations),
  ...given('_meta', model.meta),
});

export const promptItem = (model: PromptModel): JsonObject => ({
  ...common(model),
  ...(model.arguments.length === 0 ? {} : { arguments: jsonOf(model.arguments) }),
  ...given('_meta', model.meta),
});
