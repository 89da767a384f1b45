import type { OptionOwner } from '@service/sdk/options';
import type { DeclarationKind } from '../model/declarations.ts';

/** The option rows that apply to each kind of declaration. */
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
