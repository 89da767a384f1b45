import type { RequirementRow } from '../requirement-row.ts';

const row = (id: string, rule: string, section = '5.7'): RequirementRow => ({ id, document: 'spec 4', section, rule });

/** Several nodes behind one address. */
export const rows: readonly RequirementRow[] = [
  row(
    'S4.3.distributed',
    'The distributed build emits index.js, serverless-setup.js (sets the deployment mode) and a bundle like node.',
    '4.3',
  ),
  row(
    'S5.7.machine-id',
    'MACHINE_ID, else the host name (distributed), random (serverless), else a file 0600 outside production at MACHINE_ID_PATH.',
  ),
  row('S5.7.redis.build', 'Needs redis, else HA_CONFIGURATION_ERROR: said by the build where code, config and target decide it.'),
  row('S5.7.cookie.build', 'A cookie for load balancers on a server that is not one of several instances is a warning of the build.'),
  row('S5.7.heartbeat', 'mcp:ha:heartbeat:<node> = { nodeId, startedAt, lastBeat, sessionCount }, every 10000 ms, for 30000 ms.'),
  row('S5.7.claim', 'A session is claimed by an atomic compare-and-set; the loser gets SESSION_CLAIM_CONFLICT.'),
  row('S5.7.takeover', 'Sessions of a node whose heartbeat ended are taken over after the grace, each by one node.'),
  row(
    'S5.7.notify',
    'Notifications for a session of another node go by channel mcp:ha:notify:<node>, which is believed nothing but what nodes say.',
  ),
  row('S5.7.affinity', 'Answers carry the cookie __service_node and the header X-Service-Machine-Id.'),
  row('S5.7.cookie', 'deployments[].server.cookies name the cookie, its domain and SameSite; a forged one decides nothing.'),
  row('S5.7.redis', 'Without Redis: HA_CONFIGURATION_ERROR.'),
  row('S5.7.variables', 'deployments[].ha as variables; bad values stop the start, all at once.'),
  row('S5.7.restarts', 'Behind a round-robin proxy a client goes on through restarts of any node.'),
  row('S5.7.health', 'Readiness has the probe ha; another process of the same name is told of.'),
  row('S5.7.store.back', 'Signs of life that ended with the store are no sign of death.'),
  row('S5.7.dropped', 'A server that is not one of several has nothing of it in its bundle.'),
];
