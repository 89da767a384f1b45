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

/** An item for a list of tools, returned by `tool(meta)(handler)`. */
export interface ToolEntry<Input = unknown, Output = unknown> {
  /** Kind of the item. */
  readonly kind: 'tool';
  /** Only for inference. */
  readonly types?: {
    /** Type of the arguments. */
    readonly input: Input;
    /** Type of the result. */
    readonly output: Output;
  };
}

/** An item for a list of prompts, returned by `prompt(meta)(handler)`. */
export interface PromptEntry {
  /** Kind of the item. */
  readonly kind: 'prompt';
}

/** An item for a list of resources, returned by `resource(meta)(handler)` and `resourceTemplate(meta)(handler)`. */
export interface ResourceEntry {
  /** Kind of the item. */
  readonly kind: 'resource' | 'resource-template';
}

/** An item for a list of skills, returned by `skill(meta)`. */
export interface SkillEntry {
  /** Kind of the item. */
  readonly kind: 'skill';
}

/** An item for a list of plugins or adapters, returned by `init`. */
export interface Registration {
  /** Kind of the item. */
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
