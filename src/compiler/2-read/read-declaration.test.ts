import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readSource } from '../../../test/support/read-source.ts';

/** Text of the statement found in a class's `execute` and in a builder's handler of the same body. */
function effectsIn(body: string): readonly (string | undefined)[] {
  const source = `
    import { Service, Tool, ToolContext, tool } from '@service/sdk';
    @Tool({ name: 'x' }) class X extends ToolContext { async execute() { ${body.replaceAll('ctx', 'this')} } }
    const fn = tool({ name: 't' })(async (input, ctx) => { ${body} });
    @Service({ tools: [X, fn] } as never) export class Server {}`;
  const { declarations } = readSource(source);
  return [...declarations.all.values()]
    .filter(({ kind }) => kind === 'tool')
    .map(({ effectBeforeQuestion: span }) => (span === undefined ? undefined : source.slice(span.start, span.end).replace('this', 'ctx')));
}

const both = (text: string | undefined): readonly (string | undefined)[] => [text, text];

test('[A3a.11.diagnostic] finds effects before the first question', () => {
  assert.equal(effectsIn("await db.insert(1); await ctx.elicit('?', {});"), both('db.insert(1)'));
  assert.equal(effectsIn("await ctx.callTool('charge'); const a = await ctx.sample({});"), both("ctx.callTool('charge')"));
  assert.equal(effectsIn('if (input) { await save(); } return (await ctx.listRoots()).length;'), both('save()'));
});

test('[A3a.11.diagnostic] what comes later, reports, is used or runs at another time is no effect', () => {
  assert.equal(effectsIn("await ctx.elicit('?', {}); await db.insert(1);"), both(undefined));
  assert.equal(effectsIn('await db.insert(1); return 1;'), both(undefined));
  assert.equal(effectsIn("const rows = await db.select(); await ctx.elicit('?', {});"), both(undefined));
  assert.equal(effectsIn("await ctx.progress(1); ctx.logger.info('x'); await ctx.elicit('?', {});"), both(undefined));
  assert.equal(effectsIn("const later = async () => { await save(); }; await ctx.elicit('?', {});"), both(undefined));
  assert.equal(effectsIn("await Promise.all([ctx.elicit('?', {}), save()]);"), both(undefined));
});

test.run();
