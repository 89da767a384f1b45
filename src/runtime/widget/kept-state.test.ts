import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { keepState } from './kept-state.ts';
import type { ViewWindow } from './view-window.ts';

function pageWith(storage: Pick<ViewWindow['localStorage'], 'getItem' | 'setItem'>): ViewWindow {
  return { localStorage: storage } as ViewWindow;
}

function mapStorage(): ViewWindow['localStorage'] {
  const items = new Map<string, string>();
  return { getItem: (key) => items.get(key) ?? null, setItem: (key, value) => void items.set(key, value) };
}

test('[toolui.state] state comes back after a reload, for its call alone', () => {
  const page = pageWith(mapStorage());
  keepState(page, () => 'one').set({ page: 2 });
  assert.equal(keepState(page, () => 'one').get(), { page: 2 });
  assert.is(keepState(page, () => 'two').get(), undefined);
  assert.is(keepState(page, () => undefined).get(), undefined);
});

test('[toolui.state] what was kept before the result came belongs to its call; the next call has a state of its own', () => {
  let call: string | undefined;
  const state = keepState(pageWith(mapStorage()), () => call);
  state.set(1);
  call = 'one';
  assert.is(state.get(), 1);
  call = 'two';
  assert.is(state.get(), undefined);
  state.set(2);
  call = 'one';
  assert.is(state.get(), undefined);
});

test('[toolui.state] a storage that refuses, and one with garbage', () => {
  const refuse = (): never => {
    throw new Error('SecurityError');
  };
  const state = keepState(pageWith({ getItem: refuse, setItem: refuse }), () => 'one');
  state.set('kept');
  assert.is(state.get(), 'kept');
  assert.is(keepState(pageWith({ getItem: () => '{', setItem: () => undefined }), () => 'one').get(), undefined);
});

test.run();
