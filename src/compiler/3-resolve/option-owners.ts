import type { OptionOwner } from '@service/sdk/options';
import type { DeclarationKind } from '../model/declarations.ts';

/** Whose option rows a declaration is held to. */
export const optionOwners: Readonly<Partial<Record<DeclarationKind, OptionOwner>>> = {
  server: 'service',
  app: 'app',
  tool: 'tool',
  resource: 'resource',
  'resource-template': 'resource-template',
  prompt: 'prompt',
  plugin: 'plugin',
  provider: 'provider',
  adapter: 'adapter',
  skill: 'skill',
};
