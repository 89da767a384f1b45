import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DynamicPlugin, InjectionToken, Plugin } from './index.ts';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const typed = <T extends true>(): T | undefined => undefined;

class Limits {
  readonly slowMs = 200 as number;
}
const region = new InjectionToken<string>('region');

class Timing extends DynamicPlugin<{ slowMs: number; region?: string }> {}
Plugin({ name: 'timing' })(Timing);

test('init types the parameters of useFactory by its inject list', () => {
  const registrations = [
    Timing.init({ slowMs: 1 }),
    Timing.init(),
    Timing.init({ useFactory: () => ({ slowMs: 1 }) }),
    Timing.init({
      inject: () => [Limits, region],
      useFactory: async (limits, name) => {
        typed<Equal<typeof limits, Limits>>();
        typed<Equal<typeof name, string>>();
        return { slowMs: limits.slowMs, region: name };
      },
    }),
    Timing.init({ inject: () => [Limits] as const, useFactory: ({ slowMs }) => ({ slowMs }) }),
    // @ts-expect-error slowMs is a number
    Timing.init({ slowMs: 'one' }),
    // @ts-expect-error the factory returns other options
    Timing.init({ inject: () => [Limits], useFactory: () => ({ slowMs: 'one' }) }),
    // @ts-expect-error the factory asks for more than is injected
    Timing.init({ inject: () => [Limits], useFactory: (limits: Limits, name: string) => ({ slowMs: limits.slowMs, region: name }) }),
  ];
  assert.ok(registrations.every(({ registration }) => registration === 'plugin'));
});

test.run();
