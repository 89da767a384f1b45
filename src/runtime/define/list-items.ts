import type { AuthProviderMethods, AuthProviderOptions } from './auth-provider.ts';
import type { AnyClass } from './metadata.ts';
import type { PromptKind } from './prompt-context.ts';
import type { ProviderRecord } from './provider.ts';
import type { ResourceKind, ResourceTemplateKind } from './resource-context.ts';
import type { ToolKind } from './tool-context.ts';

/*
 * What lists of `@Service`, `@App` and `@Plugin` hold. Decorators leave no trace in the type of a class, so a class is told by what it
 * extends; that it is decorated is for the compiler to say.
 */

/** What `tool(meta)(handler)` returns: goes into a list of tools. */
export interface ToolEntry<Input = unknown, Output = unknown> {
  readonly kind: 'tool';
  /** Only for inference. */
  readonly types?: { readonly input: Input; readonly output: Output };
}

/** What `prompt(meta)(handler)` returns: goes into a list of prompts. */
export interface PromptEntry {
  readonly kind: 'prompt';
}

/** What `resource(meta)(handler)` and `resourceTemplate(meta)(handler)` return: goes into a list of resources. */
export interface ResourceEntry {
  readonly kind: 'resource' | 'resource-template';
}

/** What `skill(meta)` returns: goes into a list of skills. */
export interface SkillEntry {
  readonly kind: 'skill';
}

/** What `init` returns: goes into a list of plugins or adapters. */
export interface Registration {
  readonly registration: 'plugin' | 'adapter';
}

/** A class with `@Tool`, or what `tool(meta)(handler)` returns. */
export type ToolItem = ToolEntry | (abstract new (...args: never[]) => ToolKind);

/** A class with `@Resource` or `@ResourceTemplate`, or what `resource(meta)(handler)` and `resourceTemplate(meta)(handler)` return. */
export type ResourceItem = ResourceEntry | (abstract new (...args: never[]) => ResourceKind | ResourceTemplateKind);

/** A class with `@Prompt`, or what `prompt(meta)(handler)` returns. */
export type PromptItem = PromptEntry | (abstract new (...args: never[]) => PromptKind);

/** A class with `@Skill`, or what `skill(meta)` returns. */
export type SkillItem = SkillEntry | AnyClass;

/** A class with `@Provider`, or a record. */
export type ProviderItem = ProviderRecord | AnyClass;

/** A class with `@Plugin` or `@Adapter`, or what its `init(options)` returns. */
export type RegistrationItem = Registration | AnyClass;

/** A class with `@AuthProvider`, or its options. */
export type AuthProviderItem = AuthProviderOptions | (new () => AuthProviderMethods);
