import type { ResourceTemplateContext } from './resource-context.ts';

/** A resource that a template lists while the server runs. Members that are not named here are not sent. */
export interface ListedResource {
  /** The template must fit it. */
  readonly uri: string;
  /** Name that clients use. */
  readonly name: string;
  /** Name for people. */
  readonly title?: string | undefined;
  /** Purpose; models choose by it. */
  readonly description?: string | undefined;
  /** That of the template when absent. */
  readonly mimeType?: string | undefined;
}

/** Resources that the `list` of a template returns. */
export interface ListedResources {
  /** Resources of this page of the list. */
  readonly resources: readonly ListedResource[];
  /** Given to the next call of `list`; absent after the last resources. */
  readonly nextCursor?: string | undefined;
}

/**
 * The `list` of a template: a method of its class, where `ctx` is the object itself, or an option.
 * @param cursor `nextCursor` of the call before, as the client sends it back: check it as any other input
 */
export type ListResources = (ctx: ResourceTemplateContext, cursor?: string) => ListedResources | Promise<ListedResources>;
