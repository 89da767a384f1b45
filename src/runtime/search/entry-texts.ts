import type { SearchTexts } from './index-data.ts';

interface SearchableTool {
  readonly listedName: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly pluginFields?: Readonly<Record<string, unknown>> | undefined;
}

/** What a tool is found by: fields of plugins may have `tags` too. */
export const toolTexts = ({ description, listedName, pluginFields = {}, tags = [], title }: SearchableTool): SearchTexts => ({
  name: listedName,
  title,
  description,
  tags: [...tags, ...Object.values(pluginFields).flatMap(tagsOf)],
});

function tagsOf(field: unknown): readonly string[] {
  const tags = typeof field === 'object' && field !== null && 'tags' in field ? field.tags : [];
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
}

interface SearchableSkill {
  readonly name: string;
  readonly path: string;
  readonly category?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly frontmatter: Readonly<Record<string, unknown>>;
}

/** What a skill is found by. */
export const skillTexts = ({ category, frontmatter: { description }, name, path, tags = [] }: SearchableSkill): SearchTexts => ({
  name,
  path,
  description: typeof description === 'string' ? description.replaceAll(/\s+/g, ' ').trim() : '',
  tags: category === undefined ? tags : [...tags, category],
});
