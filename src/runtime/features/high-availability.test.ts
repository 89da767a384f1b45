import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isMachineId } from '../cluster/nodes/node-messages.ts';
import { machineIdOf } from './high-availability.ts';

const machine = {
  hostName: () => 'box 1\r\nx: y',
  keepId: (made: string, path: string | undefined) => `kept at ${path ?? 'home'} ${made.length > 10}`,
};
const input = { given: undefined, path: undefined, deployment: undefined, production: false };

test('[S5.7.machine-id] from the variable, then by deployment, then from the file', () => {
  assert.is(machineIdOf(machine, { ...input, given: 'told', deployment: 'distributed' }), 'told');
  assert.is(machineIdOf(machine, { ...input, deployment: 'distributed' }), 'box-1--x--y', 'plain, whatever a machine is called');
  assert.is(machineIdOf(machine, { ...input, production: true }), 'box-1--x--y');
  assert.is(machineIdOf(machine, input), 'kept at home true');
  assert.is(machineIdOf(machine, { ...input, path: 'there' }), 'kept at there true');
  const [one, two] = [1, 2].map(() => machineIdOf(machine, { ...input, deployment: 'serverless' }));
  assert.is.not(one, two);
  assert.ok(isMachineId(machineIdOf({}, input)), 'a platform without names');
  assert.ok(isMachineId(machineIdOf({ hostName: () => '' }, { ...input, deployment: 'distributed' })));
});

test.run();
