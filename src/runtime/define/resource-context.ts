import { AskingContext } from './asking-context.ts';
import { makeDetachable } from './detachable-methods.ts';

declare const contextKind: unique symbol;

abstract class ReadableContext extends AskingContext {
  static {
    makeDetachable(this.prototype);
  }

  /** URI that was asked for. */
  get uri(): string {
    const uri = this.frame.history.input[0]?.value;
    return typeof uri === 'string' ? uri : '';
  }
  /** Options of the decorator or builder. */
  get metadata(): Readonly<Record<string, unknown>> {
    return this.frame.entry.metadata;
  }
  /** Tells subscribers that this resource changed. */
  notifyUpdated(): void {
    this.notifyResourceUpdated(this.uri);
  }
}

/** Base class of resources with one fixed URI, and of templates as well. */
export abstract class ResourceContext<Params extends object = Record<string, string>, Output = unknown> extends ReadableContext {
  declare readonly [contextKind]: 'resource';

  /** The author's method. */
  abstract execute(uri: string, params: Params): Output | Promise<Output>;

  /** Values of a template's variables; none of a fixed URI. */
  get params(): Params {
    return this.frame.history.input[1]?.value as Params;
  }
}

/** Base class of resource templates. */
export abstract class ResourceTemplateContext<Params extends object = Record<string, string>, Output = unknown> extends ReadableContext {
  declare readonly [contextKind]: 'resource-template';

  /** The author's method. */
  abstract execute(uri: string, params: Params): Output | Promise<Output>;

  /** Values of the template's variables. */
  get params(): Params {
    return this.frame.history.input[1]?.value as Params;
  }
}

/** Mark that tells classes of resources from those of templates: one member, cheap to compare. */
export type ResourceKind = Pick<ResourceContext, typeof contextKind>;
export type ResourceTemplateKind = Pick<ResourceTemplateContext, typeof contextKind>;
