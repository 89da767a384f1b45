import { isJsonObject, type SkillModel } from '@service/sdk/model';

/** A skill as a search finds it. */
export interface KnownSkill {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Tools that it names; one that names any is executable, the others are knowledge. */
  readonly tools: readonly string[];
  readonly operations: readonly { readonly spec: string; readonly operationId: string }[];
  readonly uri: string;
}

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value.filter((one) => typeof one === 'string')
    : typeof value === 'string'
      ? value.split(/[\s,]+/u).filter(Boolean)
      : [];

/** Skills by their front matter: `allowed-tools`, and `tags`, `tools` and `operations` of its `metadata`. */
export function knownSkill({ frontmatter, name, path }: SkillModel): KnownSkill {
  const metadata = isJsonObject(frontmatter['metadata']) ? frontmatter['metadata'] : {};
  const { description } = frontmatter;
  const operations = textsOf(metadata['operations']).flatMap((one) => {
    const at = one.indexOf('#');
    return at < 1 ? [] : [{ spec: one.slice(0, at), operationId: one.slice(at + 1) }];
  });
  return {
    name,
    description: typeof description === 'string' ? description : '',
    tags: [...textsOf(frontmatter['tags']), ...textsOf(metadata['tags'])],
    tools: [...new Set([...textsOf(frontmatter['allowed-tools']), ...textsOf(metadata['tools'])])],
    operations,
    uri: `skill://${path}/SKILL.md`,
  };
}

export const isExecutable = ({ operations, tools }: KnownSkill): boolean => tools.length + operations.length > 0;
