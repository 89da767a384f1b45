import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { asText, openEnvelopeClient, type Answered } from '../../../../test/support/envelope-client.ts';
import { job } from '../../../../test/support/task-tools.ts';
import type { AuthContext } from '../../define/auth-context.ts';
import { createAuthContext } from '../../define/create-auth-context.ts';
import { sessions } from '../../features/sessions.ts';
import { sessionTasks } from '../../features/session-tasks.ts';
import { tasks } from '../../features/tasks.ts';
import type { JsonObject } from '../../model/index.ts';
import { noRequestHeaders } from '../call/request-headers.ts';
import { sessionOwnerOf } from '../principal.ts';
import { allRevisions } from '../revisions/all.ts';

const test = suite('tasks of 2025-11-25 within a session');

async function openServer() {
  const { application } = await openEnvelopeClient(
    { tools: [job] },
    { features: [sessions, sessionTasks, tasks], revisions: allRevisions },
  );
  const handshake = application.handshakeProtocol;
  if (handshake === undefined) throw new Error('the feature "sessions" serves handshakes');
  let id = 0;
  const connect = (auth: AuthContext) => {
    const conversation = handshake.open(handshake.negotiate({ protocolVersion: '2025-11-25', capabilities: {} }, sessionOwnerOf(auth)));
    return async (method: string, params: JsonObject = {}): Promise<Answered> => {
      const origin = { auth, http: noRequestHeaders, sink: { send: () => false } };
      const { text } = await handshake.call(conversation, { kind: 'request', id: ++id, method, params }, origin);
      return JSON.parse(text) as Answered;
    };
  };
  return { application, connect };
}

const person = (sub: string, client: string): AuthContext =>
  createAuthContext({ mode: 'local', isAnonymous: false, user: { sub }, claims: { iss: 'https://issuer.test', client_id: client } });

const listed = ({ result }: Answered): string[] => (result['tasks'] as { taskId: string }[]).map(({ taskId }) => taskId);

test('[MCP25.tasks.owner] a person sees their tasks in every session of one client; others and other clients see none', async () => {
  const { application, connect } = await openServer();
  const ann = connect(person('ann', 'desktop'));
  const { taskId } = (await ann('tools/call', { name: 'job', task: {} })).result['task'] as { taskId: string };
  assert.equal(listed(await connect(person('ann', 'desktop'))('tasks/list')), [taskId]);
  for (const other of [connect(person('bob', 'desktop')), connect(person('ann', 'phone'))]) {
    assert.equal(listed(await other('tasks/list')), []);
    for (const method of ['tasks/get', 'tasks/result', 'tasks/cancel'])
      assert.is((await other(method, { taskId })).error.data?.['code'], 'TASK_NOT_FOUND');
  }
  assert.is((await ann('tasks/result', { taskId })).error, undefined);
  await application.close();
});

test('[MCP25.tasks.list] tasks/list has pages of 100, oldest first', async () => {
  const { application, connect } = await openServer();
  const ask = connect(person('ann', 'desktop'));
  const made: string[] = [];
  for (let count = 0; count < 101; count++) {
    const { taskId } = (await ask('tools/call', { name: 'job', task: {} })).result['task'] as { taskId: string };
    await ask('tasks/result', { taskId });
    made.push(taskId);
  }
  const first = await ask('tasks/list');
  const second = await ask('tasks/list', { cursor: asText(first.result['nextCursor']) });
  assert.equal([listed(first).length, listed(second).length, second.result['nextCursor']], [100, 1, undefined]);
  assert.equal([...listed(first), ...listed(second)].toSorted(), made.toSorted());
  await application.close();
});

test.run();
