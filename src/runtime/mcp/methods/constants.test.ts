import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openEnvelopeClient } from '../../../../test/support/envelope-client.ts';
import { sessions } from '../../features/sessions.ts';
import { isConstantResult } from '../json-rpc.ts';
import { revision20250618 } from '../revisions/2025-06-18.ts';
import { revision20251125 } from '../revisions/2025-11-25.ts';
import { revision20260728 } from '../revisions/2026-07-28.ts';

test('[I5.constants.said] what a server says of itself is made once for each revision', async () => {
  const revisions = [revision20260728, revision20251125, revision20250618];
  const client = await openEnvelopeClient({ tools: [] }, { features: [sessions], revisions });
  const { handshakeProtocol } = client.application;
  const describe = (protocolVersion: string) => {
    const opening = handshakeProtocol?.negotiate({ protocolVersion, capabilities: {} }, 'p');
    return opening === undefined ? undefined : handshakeProtocol?.describeServer(opening);
  };
  const newest = describe('2025-11-25');
  assert.ok(newest !== undefined && isConstantResult(newest));
  assert.is(describe('2025-11-25'), newest);
  assert.is(describe('2025-06-18')?.['protocolVersion'], '2025-06-18');
  const answers = [await client.ask('server/discover'), await client.ask('server/discover')];
  assert.equal(answers[0]?.result, answers[1]?.result);
  await client.application.close();
});

test.run();
