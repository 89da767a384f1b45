import { test } from 'uvu';
import { Prompt, PromptContext, Resource, ResourceContext, ResourceTemplate, ResourceTemplateContext, ToolContext } from './index.ts';

class Page extends ResourceTemplateContext<{ section: string; page: string }> {
  execute(uri: string, params: { section: string; page: string }) {
    return `${uri} ${params.section} ${params.page}`;
  }
}
class NumberedPage extends ResourceTemplateContext<{ page: number }> {
  execute(_uri: string, params: { page: number }) {
    return params.page;
  }
}
class AnyPage extends ResourceTemplateContext<{ page: string }> {
  // oxlint-disable-next-line typescript/no-explicit-any
  execute(_uri: string, params: any) {
    return String(params);
  }
}
/** One base class for both kinds, with what `execute` returns. */
class Chapter extends ResourceContext<{ page: string }, { text: string }> {
  async execute(_uri: string, params: { page: string }) {
    return { text: `${params.page} ${this.params.page}` };
  }
}
class WrongChapter extends ResourceContext<{ page: string }, { text: string }> {
  // @ts-expect-error the second parameter of the base class says what is returned
  execute(_uri: string, params: { page: string }) {
    return params.page;
  }
}
class Farewell extends PromptContext<{ code: string }, string> {
  execute(args: { code: string }) {
    return args.code;
  }
}
class Readme extends ResourceContext {
  execute() {
    return '# Hello';
  }
}
class NumberedUri extends ResourceContext {
  execute(uri: 'a://other') {
    return uri;
  }
}
class Review extends PromptContext<{ code: string; tone?: string }> {
  execute(args: { code: string; tone?: string | undefined }) {
    return args.code;
  }
}
class NumberedReview extends PromptContext<{ code: number }> {
  execute(args: { code: number }) {
    return args.code;
  }
}
class AnyReview extends PromptContext {
  // oxlint-disable-next-line typescript/no-explicit-any
  execute(args: any) {
    return String(args);
  }
}
class LooseReview extends PromptContext {
  execute(args: Record<string, string>) {
    return args['code'] ?? '';
  }
}
class LoosePage extends ResourceTemplateContext {
  execute(uri: string, params: Record<string, string>) {
    return `${uri} ${params['page']}`;
  }
}
class ListingPage extends ResourceTemplateContext {
  execute(uri: string) {
    return uri;
  }
  list(ctx: ResourceTemplateContext, cursor?: string) {
    return { resources: [{ uri: 'a://b', name: `${ctx.uri} ${cursor}` }] };
  }
}
class WrongListing extends ResourceTemplateContext {
  execute(uri: string) {
    return uri;
  }
  list() {
    return ['a://b'];
  }
}
class ToolReview extends ToolContext {
  execute(args: { code: string }) {
    return args.code;
  }
}

test('[D4.authoring.types] resources and templates are held to what they are called with', () => {
  Resource({ name: 'r', uri: 'a://b' })(Readme);
  ResourceTemplate({ name: 't', uriTemplate: 'a://{section}/{+page}' })(Page);
  ResourceTemplate({ name: 't', uriTemplate: 'a://{page}' })(LoosePage);
  ResourceTemplate({ name: 't', uriTemplate: 'a://{page}' })(Chapter);
  ResourceTemplate({ name: 't', uriTemplate: 'a://{page}' })(WrongChapter);
  ResourceTemplate({ name: 't', uriTemplate: 'a://{page}' })(ListingPage);
  // @ts-expect-error a list returns resources
  ResourceTemplate({ name: 't', uriTemplate: 'a://{page}' })(WrongListing);
  // @ts-expect-error the template has no variable "page"
  ResourceTemplate({ name: 't', uriTemplate: 'a://{chapter}' })(Chapter);
  // @ts-expect-error a URI is a text
  Resource({ name: 'r', uri: 'a://b' })(NumberedUri);
  // @ts-expect-error a template is no resource with one URI
  Resource({ name: 'r', uri: 'a://b' })(Page);
  // @ts-expect-error a tool is no resource
  Resource({ name: 'r', uri: 'a://b' })(ToolReview);
  // @ts-expect-error variables are texts
  ResourceTemplate({ name: 't', uriTemplate: 'a://{page}' })(NumberedPage);
  // @ts-expect-error any is refused
  ResourceTemplate({ name: 't', uriTemplate: 'a://{page}' })(AnyPage);
  // @ts-expect-error the template has no variable "section"
  ResourceTemplate({ name: 't', uriTemplate: 'a://{page}' })(Page);
});

test('[D4.authoring.types] prompts are held to their arguments', () => {
  const code = { name: 'code', required: true } as const;
  Prompt({ name: 'p', arguments: [code, { name: 'tone' }] })(Review);
  Prompt({ name: 'p', arguments: [code, { name: 'tone' }] })(LooseReview);
  Prompt({ name: 'p', arguments: [code] })(Farewell);
  // @ts-expect-error arguments are texts
  Prompt({ name: 'p', arguments: [code] })(NumberedReview);
  // @ts-expect-error any is refused
  Prompt({ name: 'p', arguments: [code] })(AnyReview);
  // @ts-expect-error "tone" is not declared
  Prompt({ name: 'p', arguments: [code] })(Review);
  // @ts-expect-error "code" may be absent
  Prompt({ name: 'p', arguments: [{ name: 'code' }, { name: 'tone' }] })(Review);
  // @ts-expect-error a tool is no prompt
  Prompt({ name: 'p', arguments: [code] })(ToolReview);
});

test.run();
