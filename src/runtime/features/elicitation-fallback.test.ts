import { tool } from '@service/sdk/define';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openEnvelopeClient } from '../../../test/support/envelope-client.ts';
import { elicitationFallback } from './elicitation-fallback.ts';
import { rounds } from './rounds.ts';

const features = [elicitationFallback, rounds];
const named = (name: string) => tool({ name, description: 'Says ok.' })(() => 'ok');
const refusalOf = (options: object): Promise<string> =>
  openEnvelopeClient(options, { features }).then(
    () => 'opened',
    (failure: unknown) => String(failure),
  );

test('[ask.model.start] the option needs questions, and the name of its tool', async () => {
  const own = { tools: [named('ok')], elicitation: { fallbackTool: true } };
  assert.is(await refusalOf(own), 'opened');
  assert.match(
    await refusalOf({ ...own, elicitation: { fallbackTool: true, enabled: false } }),
    'elicitation.fallbackTool needs questions',
  );
  const taken = [named('sendElicitationResult')];
  assert.match(await refusalOf({ ...own, tools: taken }), 'elicitation.fallbackTool brings the tool "sendElicitationResult"');
  assert.is(await refusalOf({ tools: taken }), 'opened');
});

test.run();
