import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Announcement } from './announcement.ts';

test('listeners hear it once, late ones at once, removed ones never', () => {
  const announcement = new Announcement();
  const heard: string[] = [];
  announcement.onMade(() => heard.push('early'));
  announcement.onMade(() => heard.push('removed'))();
  assert.is(announcement.made, false);
  announcement.make();
  announcement.make();
  announcement.onMade(() => heard.push('late'))();
  assert.is(announcement.made, true);
  assert.equal(heard, ['early', 'late']);
});

test.run();
