import { ts } from 'ts-morph';
import { bare } from '../trace/syntax.ts';
import { printClass } from './completers.ts';
import { printBuilder, type Declaration, type EntrySource } from './declaration.ts';
import { objectOf, propertyOf, propertyTexts, resolveConstant } from './objects.ts';

/** `registerResource(name, uri or template, config, handler)` and `resource(name, uri or template, config?, handler)`. */
export function declareResource(source: EntrySource): Declaration | undefined {
  const [name, target, ...more] = source.call.arguments;
  const handler = more.pop();
  if (name === undefined || target === undefined || handler === undefined) return undefined;
  const [config] = more;
  const object = config === undefined ? undefined : objectOf(source.constants, config);
  const described = config === undefined ? [] : object === undefined ? [`...${config.getText()}`] : propertyTexts(object);
  const value = resolveConstant(source.constants, target);
  if (ts.isNewExpression(value)) return declareTemplate(source, { name, described, handler, template: value });
  const text = printBuilder(source.symbol, 'resource', {
    options: [`name: ${name.getText()}`, `uri: ${target.getText()}`, ...described],
    handler: `fromResourceHandler(${handler.getText()})`,
  });
  return { text, sdk: ['resource'], support: ['fromResourceHandler'] };
}

interface TemplateSource {
  readonly name: ts.Expression;
  readonly described: readonly string[];
  readonly handler: ts.Expression;
  /** `new ResourceTemplate(uriTemplate, { list, complete })` */
  readonly template: ts.NewExpression;
}

function declareTemplate(source: EntrySource, { described, handler, name, template }: TemplateSource): Declaration | undefined {
  const [uriTemplate, more] = template.arguments ?? [];
  if (uriTemplate === undefined) return undefined;
  const callbacks = more === undefined ? undefined : objectOf(source.constants, more);
  const list = callbacks === undefined ? undefined : propertyOf(callbacks, 'list');
  if (list !== undefined && bare(list).getText() !== 'undefined')
    source.report({
      message: `The template ${name.getText()} lists resources while the server runs; the migrated one lists the template alone`,
      hint: 'Give the migrated template a `list` that returns { resources }',
    });
  const options = [`name: ${name.getText()}`, `uriTemplate: ${uriTemplate.getText()}`, ...described];
  const complete = callbacks === undefined ? undefined : propertyOf(callbacks, 'complete');
  const completers = complete === undefined ? undefined : objectOf(source.constants, complete);
  if (completers !== undefined && completers.properties.length > 0)
    return printClass(source.symbol, {
      kind: 'ResourceTemplate',
      options,
      execute: `execute(uri, params) {\n    return fromTemplateHandler(${handler.getText()})(uri, params, this);\n  }`,
      completers: completers.properties.flatMap((property) =>
        ts.isPropertyAssignment(property) ? [{ argument: property.name.getText(), complete: property.initializer.getText() }] : [],
      ),
      support: ['fromTemplateHandler'],
    });
  const text = printBuilder(source.symbol, 'resourceTemplate', { options, handler: `fromTemplateHandler(${handler.getText()})` });
  return { text, sdk: ['resourceTemplate'], support: ['fromTemplateHandler'] };
}
