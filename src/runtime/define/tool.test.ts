import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as z from 'zod';
import { inject, type Resolver, type Token, ServiceTool, Tool, tool, ToolContext, type ToolInputOf, type ToolOutputOf } from './index.ts';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const typed = <T extends true>(): T | undefined => undefined;

const shape = { city: z.string(), days: z.number().optional(), unit: z.string().default('C') };

class Good extends ToolContext {
  execute(input: { city: string; days?: number | undefined; unit: string }) {
    return input.city;
  }
}
class Mistyped extends ToolContext {
  execute(input: { city: number }) {
    return input.city;
  }
}
class Wider extends ToolContext {
  execute(input: unknown) {
    return String(input);
  }
}
class Fewer extends ToolContext {
  execute({ city }: { city: string }): string {
    return city;
  }
}
class More extends ToolContext {
  execute({ city, town }: { city: string; town?: string }): string {
    return town ?? city;
  }
}
class WithAny extends ToolContext {
  // oxlint-disable-next-line typescript/no-explicit-any
  execute(input: any): string {
    return String(input);
  }
}
class Bare {
  execute() {
    return 1;
  }
}
class WrongResult extends ToolContext {
  execute() {
    return { a: 1 };
  }
}

test('[D4.authoring.types] a class takes what its schema makes, or less of it, and returns what its output schema says', () => {
  Tool({ name: 'a', inputSchema: shape })(Good);
  // @ts-expect-error city is a string
  Tool({ name: 'a', inputSchema: shape })(Mistyped);
  Tool({ name: 'a', inputSchema: shape })(Wider);
  Tool({ name: 'a', inputSchema: shape })(Fewer);
  // @ts-expect-error the schema makes no "town"
  Tool({ name: 'a', inputSchema: shape })(More);
  // @ts-expect-error any is refused
  Tool({ name: 'a', inputSchema: shape })(WithAny);
  // @ts-expect-error does not extend ToolContext
  Tool({ name: 'a' })(Bare);
  // @ts-expect-error the result does not fit outputSchema
  Tool({ name: 'a', outputSchema: { a: z.string() } })(WrongResult);
  // @ts-expect-error unknown option
  Tool({ name: 'a', inputShema: shape });
});

test('[D4.authoring.builder-types] builders infer the input and hold the result to the output schema', () => {
  const built = tool({ name: 'a', inputSchema: shape })((input) => {
    typed<Equal<typeof input, { city: string; unit: string; days?: number | undefined }>>();
    return input.city.length;
  });
  typed<Equal<ToolInputOf<typeof built>, { city: string; unit: string; days?: number | undefined }>>();
  typed<Equal<ToolOutputOf<typeof built>, number>>();
  typed<Equal<ToolInputOf<typeof Good>, { city: string; days?: number | undefined; unit: string }>>();
  tool({ name: 'a', inputSchema: z.object(shape) })((input) => input.unit.length);
  // @ts-expect-error a number is no string
  tool({ name: 'a', outputSchema: 'string' })(() => 1);
  tool({ name: 'a', outputSchema: ['string', 'number'] })(() => ['a', 1] as const);
});

test('[D4.authoring.aliases] decorators have prefixed names too', () => assert.is(ServiceTool, Tool));

test('[D4.authoring.types] a class with a private constructor is a token', () => {
  class Clock {
    private constructor(readonly zone: string) {}
    static readonly utc = new Clock('UTC');
  }
  const provided = { provide: Clock, useValue: Clock.utc };
  const token: Token<Clock> = provided.provide;
  assert.is(token, Clock);
  const read = (resolver: Resolver): string => resolver.get(Clock).zone;
  assert.is(read({ get: () => Clock.utc as never, tryGet: () => undefined }), 'UTC');
});

test('inject outside a construction says where it works', () => {
  assert.throws(() => inject('x'), /field initialisers and constructors/);
});

test('a context built with new says that it needs a server', () => {
  assert.throws(() => new Good().auth, /Good was built with "new"/);
});

test.run();
