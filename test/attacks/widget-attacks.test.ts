import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runWidgetAttacks } from './run-widget-attacks.ts';
import { widgetAttacks } from './widget-attacks.ts';

test('[toolui.foreign] [toolui.links] [toolui.callers] [uireact.safe] no value of a result harms the widget that shows it', async () => {
  const outcomes = await runWidgetAttacks();
  assert.is(outcomes.length, widgetAttacks.length);
  assert.equal(
    outcomes.filter(({ outcome }) => outcome === 'succeeded').map(({ name }) => name),
    [],
  );
});

test('each that names its guard is seen to succeed without it', async () => {
  const outcomes = await runWidgetAttacks({ unguarded: true });
  assert.ok(outcomes.length > 20);
  assert.equal(
    outcomes.filter(({ outcome }) => outcome === 'refused').map(({ name }) => name),
    [],
  );
});

test.run();
