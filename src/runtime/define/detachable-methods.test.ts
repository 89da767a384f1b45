import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { makeDetachable } from './detachable-methods.ts';

class Base {
  static {
    makeDetachable(this.prototype);
  }
  name = 'base';
  get loud(): string {
    return this.name.toUpperCase();
  }
  says(greeting: string): string {
    return `${greeting} ${this.name}`;
  }
}

test('[context.detached] a method that is taken from its object still knows it', () => {
  const taken: { readonly says: (greeting: string) => string; readonly loud: string } = new Base();
  const { says, loud, says: renamed } = taken;
  assert.is(says('hello'), 'hello base');
  assert.is(renamed('hi'), 'hi base');
  assert.is(loud, 'BASE');
  assert.equal(['a'].map(taken.says), ['a base']);
});

test('[context.detached] authors override methods as before: by a method, by a field, by assignment', () => {
  class Method extends Base {
    override says(greeting: string): string {
      return `${super.says(greeting)}!`;
    }
  }
  assert.is(new Method().says('hello'), 'hello base!');
  const own = new Base();
  own.says = () => 'own';
  assert.is(own.says('hello'), 'own');
  assert.is(new Base().says('hello'), 'hello base');
});

test.run();
