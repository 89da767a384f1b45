import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createFeatures } from './application/compose-core.ts';
import { defineFeature } from './application/define-feature.ts';
import type { ApplicationCore } from './application/application-core.ts';
import type { FeatureRow } from './application/feature-row.ts';
import type { FeatureFactory } from './application/feature.ts';
import { checkServices, featureTable, serviceFaults } from './table.ts';

const row = (name: string, rest: Omit<FeatureRow, 'name' | 'when'> = {}): FeatureRow => ({ name, when: () => name, ...rest });

test('[features.services] the table fits together, and so does what takes only services that are there', () => {
  assert.equal(serviceFaults(featureTable), []);
  const [giver, taker] = [row('giver', { provides: ['stores'] }), row('taker', { needs: ['stores'], uses: ['vaultEntry'] })];
  assert.equal(serviceFaults([giver, taker]), []);
});

test('[features.services] a missing and a double provider are errors that name the features', () => {
  assert.equal(serviceFaults([row('taker', { needs: ['stores'] })]), [
    'the feature "taker" needs "stores", which no feature of this server provides',
  ]);
  const twice = ['one', 'other'].map((name) => row(name, { provides: ['stores'] }));
  assert.equal(serviceFaults(twice), ['the features "one" and "other" both provide "stores": leave one of them out']);
  assert.throws(() => checkServices(twice), /do not fit together: the features "one" and "other" both provide "stores"/);
});

test('[features.services] a service used before it is provided is an error, as is a cycle of features, over others too', () => {
  const late = [row('taker', { uses: ['stores'] }), row('giver', { provides: ['stores'] })];
  assert.equal(serviceFaults(late), ['the feature "taker" takes something from "giver", which comes after it']);
  const list = [row('signer', { collects: ['signIn'] }), row('adder', { contributes: ['signIn'] })];
  assert.equal(serviceFaults(list), ['the feature "signer" takes something from "adder", which comes after it']);
  const both = [
    row('one', { needs: ['stores'], provides: ['ownPages'] }),
    row('middle', { needs: ['ownPages'], provides: ['vaultEntry'] }),
    row('other', { needs: ['vaultEntry'], provides: ['stores'] }),
  ];
  assert.equal(serviceFaults(both), ['the features "one" and "other" need each other']);
  assert.equal(serviceFaults([row('self', { needs: ['stores'], provides: ['stores'] })]), [
    'the features "self" and "self" need each other',
  ]);
});

test('services go to the features after the one that provides them, lists in the order of their features', () => {
  const seen: unknown[] = [];
  const contributor = (name: string): FeatureFactory => ({ name, create: () => ({ contributes: { signIn: name } }) });
  const factories: readonly FeatureFactory[] = [
    { name: 'giver', create: () => ({ provides: { ownPages: 'pages' } }) },
    contributor('first'),
    contributor('second'),
    { name: 'taker', create: (parts) => (seen.push(parts), {}) },
  ];
  const features = createFeatures(factories, {} as ApplicationCore);
  assert.equal(seen, [{ ownPages: 'pages', signIn: ['first', 'second'] }]);
  assert.equal(
    features.map(({ name }) => name),
    ['giver', 'first', 'second', 'taker'],
  );
});

test('a feature gives and takes what its row in the table says, or does not compile', () => {
  const wrong = [
    // @ts-expect-error no row of that name
    () => defineFeature('unheard-of', () => ({})),
    // @ts-expect-error "routes" provides nothing
    () => defineFeature('routes', () => ({ provides: { sessionIds: undefined } })),
    // @ts-expect-error "routes" takes nothing
    () => defineFeature('routes', ({ stores: _stores }) => ({})),
  ];
  assert.is(wrong.length, 3);
});

test.run();
