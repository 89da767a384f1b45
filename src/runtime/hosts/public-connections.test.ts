import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { publicLookup, type LookupAll } from './public-connections.ts';

const family = (address: string): 4 | 6 => (address.includes(':') ? 6 : 4);

/** What a connection gets to hear of a name with these addresses. */
function lookedUp(addresses: readonly string[], options: { readonly all?: boolean } = {}): readonly unknown[] {
  const resolver: LookupAll = (_name, _options, answer) =>
    answer(
      null,
      addresses.map((address) => ({ address, family: family(address) })),
    );
  let told: readonly unknown[] = [];
  publicLookup(resolver)('api.example.com', options, (failure, ...rest) => {
    told = failure === null ? rest : [Reflect.get(failure, 'code')];
  });
  return told;
}

test('[A14.rebinding] a connection hears all public addresses of a name, or the first where it wants one', () => {
  const addresses = ['93.184.216.34', '2606:2800:220:1::1'];
  assert.equal(lookedUp(addresses, { all: true }), [addresses.map((address) => ({ address, family: family(address) }))]);
  assert.equal(lookedUp(addresses), ['93.184.216.34', 4]);
});

test('[A14.rebinding] it hears none of a name with an address that is not public, or without any', () => {
  for (const addresses of [['127.0.0.1'], ['93.184.216.34', '10.0.0.1'], ['::ffff:192.168.0.1'], ['fe80::1'], ['no address'], []])
    for (const all of [true, false]) assert.equal(lookedUp(addresses, { all }), ['ADDRESS_NOT_PUBLIC'], addresses.join());
});

test('[A14.rebinding] each connection is checked: the second answer of a name that was public before is refused', () => {
  const answers = ['93.184.216.34', '127.0.0.1'];
  const lookup = publicLookup((_name, _options, answer) => answer(null, [{ address: answers.shift() ?? '', family: 4 }]));
  const told: unknown[] = [];
  const connect = (): void => lookup('api.example.com', {}, (failure, address) => told.push(failure === null ? address : 'refused'));
  connect();
  connect();
  assert.equal(told, ['93.184.216.34', 'refused']);
});

test('[A14.rebinding] a resolver that fails is a connection that fails', () => {
  const failure = Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
  let told: unknown;
  publicLookup((_name, _options, answer) => answer(failure, []))('api.example.com', { all: true }, (...rest) => {
    told = rest[0];
  });
  assert.is(told, failure);
});

test.run();
