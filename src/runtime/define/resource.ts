import type { CheckedParameters } from './class-checks.ts';
import type { ResourceMetadata, ResourceTemplateMetadata, TemplateParams } from './entry-metadata.ts';
import type { ResourceEntry } from './list-items.ts';
import type { ListResources } from './listed-resources.ts';
import { declare, type AnyClass } from './metadata.ts';
import { ResourceContext, ResourceTemplateContext, type ResourceKind, type ResourceTemplateKind } from './resource-context.ts';

type ResourceClass = abstract new (...args: never[]) => ResourceKind & { execute(...args: never[]): unknown };
type TemplateClass = abstract new (...args: never[]) => (ResourceKind | ResourceTemplateKind) & {
  execute(...args: never[]): unknown;
  /** Lists resources of the template while the server runs. A method, so that its parameter may be a class of the author. */
  list?(...args: Parameters<ListResources>): ReturnType<ListResources>;
};

/**
 * Declares a class as a resource with one fixed URI.
 *
 * @example
 * \@Resource({ name: 'readme', uri: 'docs://readme', mimeType: 'text/markdown' })
 * class Readme extends ResourceContext {
 *   execute() {
 *     return '# Hello';
 *   }
 * }
 */
export function Resource(metadata: ResourceMetadata) {
  return <C extends ResourceClass>(target: C & CheckedParameters<C, [string]>, _context?: unknown): void => {
    const decorated: AnyClass = target;
    declare(decorated, { kind: 'resource', options: { ...metadata }, target: decorated });
  };
}

/**
 * A resource from a function.
 *
 * @example
 * export const readme = resource({ name: 'readme', uri: 'docs://readme', mimeType: 'text/markdown' })(() => '# Hello');
 */
export function resource(metadata: ResourceMetadata) {
  return (handler: (uri: string, ctx: ResourceContext) => unknown): ResourceEntry => {
    const entry: ResourceEntry = Object.freeze({ kind: 'resource' });
    declare(entry, { kind: 'resource', options: { ...metadata }, handler, context: ResourceContext });
    return entry;
  };
}

/**
 * Declares a class as a family of resources with a URI template (RFC 6570 level 1 and `{+x}`). A value of `{+x}` may begin with `/` or name
 * a drive: join it to a folder as text and check where the result is, since `path.resolve(folder, value)` would leave the folder.
 *
 * @example
 * \@ResourceTemplate({ name: 'file', uriTemplate: 'repo://files/{+path}' })
 * class RepoFile extends ResourceTemplateContext<{ path: string }> {
 *   execute(uri: string, params: { path: string }) {
 *     return `contents of ${params.path}`;
 *   }
 * }
 */
export function ResourceTemplate<const U extends string>(metadata: ResourceTemplateMetadata<U>) {
  return <C extends TemplateClass>(target: C & CheckedParameters<C, [string, TemplateParams<U>]>, _context?: unknown): void => {
    const decorated: AnyClass = target;
    declare(decorated, { kind: 'resource-template', options: { ...metadata }, target: decorated });
  };
}

/**
 * A resource template from a function; the variables' types follow from the template.
 *
 * @example
 * export const page = resourceTemplate({ name: 'page', uriTemplate: 'docs://{section}/{page}' })(
 *   (uri, { section, page }) => `# ${section}, ${page}`,
 * );
 */
export function resourceTemplate<const U extends string>(metadata: ResourceTemplateMetadata<U>) {
  return (handler: (uri: string, params: TemplateParams<U>, ctx: ResourceTemplateContext) => unknown): ResourceEntry => {
    const entry: ResourceEntry = Object.freeze({ kind: 'resource-template' });
    declare(entry, { kind: 'resource-template', options: { ...metadata }, handler, context: ResourceTemplateContext });
    return entry;
  };
}
