import type { OwnerList } from '../../compiler/index.ts';

/** Kinds of parts that `service generate` makes: a file of the template `parts`, and its destination. */
interface PartKind {
  /** Option of the owner that lists it. */
  readonly list: OwnerList;
  /** End of the class name. */
  readonly suffix: string;
  /** Folder beside the entry, where the owner has none of this kind yet. */
  readonly folder: string;
  /** Default owner without --app: the only app, or the server. */
  readonly owner: 'app' | 'server';
}

export const partKinds = {
  tool: { list: 'tools', suffix: 'Tool', folder: 'tools', owner: 'app' },
  resource: { list: 'resources', suffix: 'Resource', folder: 'resources', owner: 'app' },
  prompt: { list: 'prompts', suffix: 'Prompt', folder: 'prompts', owner: 'app' },
  plugin: { list: 'plugins', suffix: 'Plugin', folder: 'plugins', owner: 'server' },
  provider: { list: 'providers', suffix: 'Provider', folder: 'providers', owner: 'server' },
  app: { list: 'apps', suffix: 'App', folder: '', owner: 'server' },
} as const satisfies Readonly<Record<string, PartKind>>;

export type PartKindName = keyof typeof partKinds;

export const isPartKind = (name: string): name is PartKindName => Object.hasOwn(partKinds, name);
